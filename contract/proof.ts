import * as z from 'zod/mini'
import { FACTOR_METHODS, factorProofSchema, passkeyRequestSchema } from './factors.ts'
import { FACTORS, PASSWORD } from './limits.ts'

/** Ways to prove within a session who one is. */
const PROOF_METHODS = ['password', ...FACTOR_METHODS] as const
const proofMethodSchema = z.enum(PROOF_METHODS)
export type ProofMethod = z.infer<typeof proofMethodSchema>

/** What the user may prove it with: a second factor of those that there are, otherwise the password. */
export const proofChallengeSchema = z.object({
  challenge: z.string().check(z.minLength(1)),
  expires_in: z.number().check(z.positive()),
  methods: z.array(proofMethodSchema),
  /** With the method `passkey`. */
  passkey: z.optional(passkeyRequestSchema),
})
export type ProofChallenge = z.infer<typeof proofChallengeSchema>

const passwordProofSchema = z.object({
  method: z.literal('password'),
  password: z.string().check(z.minLength(1), z.maxLength(PASSWORD.maxLength)),
})

/** What proves within a session who the user is. */
export const identityProofSchema = z.discriminatedUnion('method', [passwordProofSchema, factorProofSchema])
export type IdentityProof = z.infer<typeof identityProofSchema>

export const proofRequestSchema = z.object({
  challenge: z.string().check(z.minLength(1), z.maxLength(FACTORS.maxCode)),
  proof: identityProofSchema,
})

/** For how many seconds sensitive actions ask for no other proof. */
export const provenSchema = z.object({ expires_in: z.number().check(z.positive()) })
