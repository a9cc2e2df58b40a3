import type { FactorMethod, Factors } from '#contract/factors.ts'
import type { Queries } from '#server/database/database.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { totpSince } from './totp-factor.ts'

/** How the user can do the second step of signing in; empty without a second factor. */
export async function methodsOf(db: Queries, userId: string): Promise<readonly FactorMethod[]> {
  const hasTotp = (await totpSince(db, userId)) !== undefined
  if (!hasTotp) return []
  const hasCodes = (await countRecoveryCodes(db, userId)) > 0
  return hasCodes ? ['totp', 'recovery_code'] : ['totp']
}

export const hasFactor = async (db: Queries, userId: string): Promise<boolean> =>
  (await methodsOf(db, userId)).length > 0

/** The user's factors as listed for them. */
export async function listFactors(db: Queries, userId: string): Promise<Omit<Factors, 'required'>> {
  const since = await totpSince(db, userId)
  return { totp_since: since?.toISOString() ?? null, recovery_codes_left: await countRecoveryCodes(db, userId) }
}
