import * as z from 'zod/mini'
import { roleSchema } from './roles.ts'
import { PASSWORD } from './limits.ts'
import { SOCKET_PATHS } from './paths.ts'

/** `username`: unique; empty from an identity service that has none. */
export const userSchema = z.object({ email: z.string(), role: roleSchema, username: z._default(z.string(), '') })
/** The signed-in user. */
export type User = z.infer<typeof userSchema>

/** An empty password gets the same response as a wrong one, so that it reveals nothing about the account. */
export const loginRequestSchema = z.object({
  email: z.string().check(z.minLength(1), z.maxLength(320)),
  password: z.string().check(z.maxLength(PASSWORD.maxLength)),
  remember_me: z.optional(z.boolean()),
})
export type LoginRequest = z.infer<typeof loginRequestSchema>

/**
 * Lifetime of a token in seconds: it expires at now plus expires_in seconds. Positive and finite: anything else would
 * make clients refresh in a loop.
 */
const lifetimeSchema = z.number().check(z.positive())

export const sessionGrantSchema = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: lifetimeSchema,
  user: userSchema,
})
export type SessionGrant = z.infer<typeof sessionGrantSchema>

export const refreshGrantSchema = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: lifetimeSchema,
})
export type RefreshGrant = z.infer<typeof refreshGrantSchema>

export const socketTicketRequestSchema = z.nullish(
  z.object({ path: z.optional(z.enum([SOCKET_PATHS.tdp, SOCKET_PATHS.analytics])) }),
)
export const socketTicketSchema = z.object({ ticket: z.string(), expires_in: lifetimeSchema })

/** Reasons why a session ended; shown on the sign-in screen. */
export const SESSION_END_REASONS = ['expired', 'signed_out', 'revoked', 'account', 'role', 'reuse'] as const

/**
 * Machine-readable causes of refusals that do not end a session: a challenge took too long or was used; a second factor has to
 * be set up first; the user has to prove again who they are.
 */
export const REFUSAL_REASONS = ['challenge_expired', 'factor_required', 'proof_required'] as const

/** Body of every failed response of the identity service. `reason` is why the session has ended, or why the call was refused. */
export const failureSchema = z.object({
  success: z.literal(false),
  error: z.string(),
  reason: z.optional(z.enum([...SESSION_END_REASONS, ...REFUSAL_REASONS])),
})
export type Failure = z.infer<typeof failureSchema>

/** Schema of a successful response: `{success: true, data}`. */
export const successOf = <T extends z.ZodMiniType>(data: T) => z.object({ success: z.literal(true), data })

/** Response of an action without a result. */
export const doneSchema = successOf(z.object({}))
