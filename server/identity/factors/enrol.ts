import type { TotpSetup } from '#contract/factors.ts'
import type { Queries } from '#server/database/database.ts'
import type { Principal } from '#server/http/access.ts'
import { RequestError } from '#server/http/errors.ts'
import { tooManyRequests } from '#server/http/guard.ts'
import { writeAudit } from '../audit/audit.ts'
import type { IdentityContext, Actor } from '../context.ts'
import { hasFactor } from './enrolled.ts'
import { admitGuess, uncountGuess } from './guesses.ts'
import type { ProofDeps } from './enrolled.ts'
import { countRecoveryCodes, dropRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { acceptTotpCode, beginTotp, dropTotp, totpSince, totpUri } from './totp-factor.ts'

export interface EnrolmentDeps extends IdentityContext, ProofDeps {}

/** Begins to set up the user's authenticator app. Throws 409 if there is one. */
export async function setUpTotp(deps: EnrolmentDeps, { userId, email }: Principal): Promise<TotpSetup> {
  const { database, sealed, now } = deps
  const secret = await database.transaction((tx) => beginTotp(tx, sealed, userId, now()))
  if (secret === undefined) throw new RequestError(409, 'An authenticator app is set up already. Remove it first.')
  return { secret, uri: totpUri(secret, email) }
}

/**
 * Makes the app a factor with its first code. Resolves to recovery codes, to be shown once, unless the user has some. Throws
 * 400 for a wrong code, 429 after too many.
 */
export async function confirmTotp(deps: EnrolmentDeps, code: string, actor: Actor): Promise<readonly string[]> {
  const { actorId: userId, now } = actor
  const guesser = { userId, method: 'session_totp' } as const
  const result = await deps.database.transaction(async (tx) => {
    const waitMs = await admitGuess(tx, guesser, now)
    if (waitMs !== undefined) return { waitMs }
    if (!(await acceptTotpCode(tx, deps.sealed, { userId, code, now, isSetup: true }))) return undefined
    await uncountGuess(tx, guesser, now)
    const codes = (await countRecoveryCodes(tx, userId)) > 0 ? [] : await replaceRecoveryCodes(tx, userId)
    await writeAudit(tx, { action: 'factor.added', ...auditOf(actor), details: { factor: 'totp' } })
    return { codes }
  })
  if (result?.codes) return result.codes
  if (result?.waitMs !== undefined) throw tooManyRequests(Math.ceil(result.waitMs / 1000))
  throw new RequestError(400, 'The code is not correct')
}

/** Removes the user's app. Throws 404 without one. */
export const removeTotp = (deps: IdentityContext, actor: Actor): Promise<void> =>
  dropFactor(deps, actor, async (tx) => {
    if (!(await totpSince(tx, actor.actorId))) throw new RequestError(404, 'No authenticator app is set up')
    await dropTotp(tx, actor.actorId)
    return { factor: 'totp' }
  })

/** Removes what `drop` removes, audited with the details that it returns; the recovery codes go with the last factor. */
export async function dropFactor(
  { database }: IdentityContext,
  actor: Actor,
  drop: (tx: Queries) => Promise<Readonly<Record<string, unknown>>>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const details = await drop(tx)
    if (!(await hasFactor(tx, actor.actorId))) await dropRecoveryCodes(tx, actor.actorId)
    await writeAudit(tx, { action: 'factor.removed', ...auditOf(actor), details })
  })
}

/** Replaces the user's recovery codes; the earlier ones are void. Throws 409 without a second factor. */
export async function renewRecoveryCodes({ database }: EnrolmentDeps, actor: Actor): Promise<readonly string[]> {
  return database.transaction(async (tx) => {
    if (!(await hasFactor(tx, actor.actorId))) {
      throw new RequestError(409, 'Recovery codes need a second factor: set one up first')
    }
    const codes = await replaceRecoveryCodes(tx, actor.actorId)
    await writeAudit(tx, { action: 'factor.recovery_codes_renewed', ...auditOf(actor) })
    return codes
  })
}

const auditOf = ({ actorId: userId, ipAddress, now: at }: Actor) => ({ userId, ipAddress, at })
