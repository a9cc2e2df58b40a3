import { Secret, TOTP } from 'otpauth'
import { BRAND } from '#contract/brand.ts'
import { FACTORS } from '#contract/limits.ts'

const SECRET_BYTES = 20
const PERIOD_S = FACTORS.totpPeriodMs / 1000
/** Steps that the clock of a phone may be off, each way. */
const DRIFT_STEPS = 1

const generatorOf = (secret: string, email?: string): TOTP =>
  new TOTP({
    issuer: BRAND,
    ...(email !== undefined && { label: email }),
    secret: Secret.fromBase32(secret),
    period: PERIOD_S,
  })

/** A new secret of 160 random bits in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The address that authenticator apps read from a QR code. */
export const totpUri = (secret: string, email: string): string => generatorOf(secret, email).toString()

/**
 * The time step (RFC 6238) that `code` belongs to, if it is one of the secret at `now` (unix ms), give or take a step;
 * otherwise undefined.
 */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const delta = generatorOf(secret).validate({ token: code, timestamp: now, window: DRIFT_STEPS })
  return delta === null ? undefined : Math.floor(now / FACTORS.totpPeriodMs) + delta
}
