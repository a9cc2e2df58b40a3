import type { FactorMethod, Factors, SignInChallenge } from '#contract/factors.ts'
import { FACTORS } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { passkeyRequest, type Ceremony } from './accept-passkey.ts'
import { passkeysOf, toPasskey } from './passkeys.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { totpSince } from './totp-factor.ts'

/** Whether signing in takes a second step. Recovery codes alone are no factor. */
export async function hasFactor(db: Queries, userId: string): Promise<boolean> {
  return (await totpSince(db, userId)) !== undefined || (await passkeysOf(db, userId)).length > 0
}

/** The response to the right password: the challenge, and the ways to answer it that the user has at this address. */
export async function challengeResponse(db: Queries, userId: string, ceremony: Ceremony): Promise<SignInChallenge> {
  const { challenge, relyingParty } = ceremony
  const rows = relyingParty ? await passkeysOf(db, userId) : []
  const passkey = relyingParty && rows.length > 0 ? await passkeyRequest(rows, { challenge, relyingParty }) : undefined
  const has: Readonly<Record<FactorMethod, boolean>> = {
    passkey: passkey !== undefined,
    totp: (await totpSince(db, userId)) !== undefined,
    recovery_code: (await countRecoveryCodes(db, userId)) > 0,
  }
  const methods = ORDER.filter((method) => has[method])
  return {
    second_factor: { challenge, expires_in: FACTORS.challengeLifeMs / 1000, methods, ...(passkey && { passkey }) },
  }
}

/** The strongest first. */
const ORDER: readonly FactorMethod[] = ['passkey', 'totp', 'recovery_code']

/** The user's factors as listed for them. */
export async function listFactors(
  db: Queries,
  userId: string,
): Promise<Pick<Factors, 'totp_since' | 'passkeys' | 'recovery_codes_left'>> {
  const since = await totpSince(db, userId)
  return {
    totp_since: since?.toISOString() ?? null,
    passkeys: (await passkeysOf(db, userId)).map(toPasskey),
    recovery_codes_left: await countRecoveryCodes(db, userId),
  }
}
