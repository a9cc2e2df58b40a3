import * as z from 'zod/mini'
import { sessionGrantSchema } from './auth.ts'
import { FACTORS } from './limits.ts'

/** Ways of the second step of signing in. */
export const FACTOR_METHODS = ['totp', 'passkey', 'recovery_code'] as const
export const factorMethodSchema = z.enum(FACTOR_METHODS)
export type FactorMethod = z.infer<typeof factorMethodSchema>

/** A code of an authenticator app: six digits. */
export const totpCodeSchema = z.string().check(z.regex(/^\d{6}$/, 'must be six digits'))
const recoveryCodeSchema = z.string().check(z.minLength(1), z.maxLength(FACTORS.maxCode))

const totpProofSchema = z.object({ method: z.literal('totp'), code: totpCodeSchema })
const recoveryProofSchema = z.object({ method: z.literal('recovery_code'), code: recoveryCodeSchema })
/** What a user types to prove a second factor. */
export type CodeProof = z.infer<typeof totpProofSchema> | z.infer<typeof recoveryProofSchema>

/** Binary data of WebAuthn in base64url. */
const base64url = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(FACTORS.maxCredential))
const credentialFields = { id: base64url, rawId: base64url, type: z.literal('public-key') }

/** A signature by a passkey: an AuthenticationResponseJSON of WebAuthn. */
export const passkeyProofSchema = z.object({
  method: z.literal('passkey'),
  credential: z.object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      /** Whose passkey it says that it is; needed where it signs in alone. */
      userHandle: z.optional(base64url),
    }),
  }),
})
export type PasskeyProof = z.infer<typeof passkeyProofSchema>

/** What proves a second factor. */
export const factorProofSchema = z.discriminatedUnion('method', [
  totpProofSchema,
  recoveryProofSchema,
  passkeyProofSchema,
])
export type FactorProof = z.infer<typeof factorProofSchema>

const credentialListSchema = z.array(
  z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }),
)

/** Which passkeys may sign, any if it lists none, and what: PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
export const passkeyRequestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.number(),
  userVerification: z.enum(['preferred', 'required']),
  allowCredentials: credentialListSchema,
})
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>

/** What the browser makes a passkey for: PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
export const passkeySetupSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: credentialListSchema,
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('preferred') }),
})
export type PasskeySetup = z.infer<typeof passkeySetupSchema>

const passkeyNameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(FACTORS.maxPasskeyName))
/** A new passkey: a RegistrationResponseJSON of WebAuthn, and the name that the user gives it. */
export const newPasskeySchema = z.object({
  name: passkeyNameSchema,
  credential: z.object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10))),
    }),
  }),
})
export type NewPasskey = z.infer<typeof newPasskeySchema>
export const passkeyRenameSchema = z.object({ name: passkeyNameSchema })

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof passkeySchema>

/**
 * Response to the right password of an account with a second factor, in place of the session. The challenge is good for one
 * sign-in of this user, for `expires_in` seconds, and for nothing else.
 */
export const signInChallengeSchema = z.object({
  second_factor: z.object({
    challenge: z.string().check(z.minLength(1)),
    expires_in: z.number().check(z.positive()),
    methods: z.array(factorMethodSchema),
    /** With the method `passkey`. */
    passkey: z.optional(passkeyRequestSchema),
  }),
})
export type SignInChallenge = z.infer<typeof signInChallengeSchema>

/** Response to the right password. */
export const signedInSchema = z.union([sessionGrantSchema, signInChallengeSchema])

/** The second step of signing in, or a passkey alone. */
export const factorSignInSchema = z.object({
  challenge: z.string().check(z.minLength(1), z.maxLength(FACTORS.maxCode)),
  proof: factorProofSchema,
  /** With a passkey alone; the second step keeps what was given with the password. */
  remember_me: z.optional(z.boolean()),
})

/** The user's second factors. Times are ISO 8601 in UTC. */
export const factorsSchema = z.object({
  /** When the authenticator app was set up; null if there is none. */
  totp_since: z.nullable(z.string()),
  passkeys: z.array(passkeySchema),
  /** Whether passkeys can be used at the address of this request. */
  passkeys_available: z.boolean(),
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
