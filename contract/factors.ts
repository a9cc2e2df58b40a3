import * as z from 'zod/mini'
import { FACTORS } from './limits.ts'

/** Ways of the second step of signing in. */
export const FACTOR_METHODS = ['totp', 'passkey', 'recovery_code'] as const
export const factorMethodSchema = z.enum(FACTOR_METHODS)
export type FactorMethod = z.infer<typeof factorMethodSchema>

/** A code of an authenticator app: six digits. */
export const totpCodeSchema = z.string().check(z.regex(/^\d{6}$/, 'must be six digits'))
const recoveryCodeSchema = z.string().check(z.minLength(1), z.maxLength(FACTORS.maxCode))

/** What proves a second factor. */
export const factorProofSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('totp'), code: totpCodeSchema }),
  z.object({ method: z.literal('recovery_code'), code: recoveryCodeSchema }),
])
export type FactorProof = z.infer<typeof factorProofSchema>

/**
 * Response to the right password of an account with a second factor, in place of the session. The challenge is good for one
 * sign-in of this user, for `expires_in` seconds, and for nothing else.
 */
export const signInChallengeSchema = z.object({
  second_factor: z.object({
    challenge: z.string().check(z.minLength(1)),
    expires_in: z.number().check(z.positive()),
    methods: z.array(factorMethodSchema),
  }),
})
export type SignInChallenge = z.infer<typeof signInChallengeSchema>

/** The second step of signing in. */
export const factorSignInSchema = z.object({
  challenge: z.string().check(z.minLength(1), z.maxLength(FACTORS.maxCode)),
  proof: factorProofSchema,
})

/** The user's second factors. Times are ISO 8601 in UTC. */
export const factorsSchema = z.object({
  /** When the authenticator app was set up; null if there is none. */
  totp_since: z.nullable(z.string()),
  recovery_codes_left: z.number(),
  /** Whether the server requires a second factor of this user. */
  required: z.boolean(),
})
export type Factors = z.infer<typeof factorsSchema>

/** A secret for an authenticator app, in base32, and the address that a QR code of it contains. */
export const totpSetupSchema = z.object({ secret: z.string(), uri: z.string() })
export type TotpSetup = z.infer<typeof totpSetupSchema>

export const totpConfirmationSchema = z.object({ code: totpCodeSchema })

/** Recovery codes as shown once. Empty when the user keeps the earlier ones. */
export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>
