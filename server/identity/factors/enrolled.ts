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

/** The ways to answer a challenge that the user has at this address, the strongest first. */
export async function factorWays(
  db: Queries,
  userId: string,
  { challenge, relyingParty }: Ceremony,
): Promise<Pick<SignInChallenge['second_factor'], 'methods' | 'passkey'>> {
  const rows = relyingParty ? await passkeysOf(db, userId) : []
  const passkey = relyingParty && rows.length > 0 ? await passkeyRequest(rows, { challenge, relyingParty }) : undefined
  const has: Readonly<Record<FactorMethod, boolean>> = {
    passkey: passkey !== undefined,
    totp: (await totpSince(db, userId)) !== undefined,
    recovery_code: (await countRecoveryCodes(db, userId)) > 0,
  }
  return { methods: ORDER.filter((method) => has[method]), ...(passkey && { passkey }) }
}

/** The response to the right password: the challenge, and the ways to answer it. */
export async function challengeResponse(db: Queries, userId: string, ceremony: Ceremony): Promise<SignInChallenge> {
  const ways = await factorWays(db, userId, ceremony)
  const expiresInS = FACTORS.challengeLifeMs / 1000
  return { second_factor: { challenge: ceremony.challenge, expires_in: expiresInS, ...ways } }
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
