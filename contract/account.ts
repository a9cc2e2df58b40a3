import * as z from 'zod/mini'
import { MAX_USERNAME } from './limits.ts'

/** An attempt to sign in to the requesting user's account. */
export const ownSignInSchema = z.object({
  id: z.string(),
  ip_address: z.nullable(z.string()),
  success: z.boolean(),
  /** Null if it succeeded. */
  failure_reason: z.nullable(z.string()),
  /** ISO 8601 in UTC. */
  attempted_at: z.string(),
})
export type OwnSignIn = z.infer<typeof ownSignInSchema>

/** Newest first. */
export const ownSignInsSchema = z.object({ attempts: z.array(ownSignInSchema) })

/**
 * Trimmed, and normalized (NFKC) so that names that look the same are the same. Control and formatting characters, such as
 * those that turn a text around, are refused.
 */
export const usernameSchema = z
  .string()
  .check(
    z.normalize('NFKC'),
    z.trim(),
    z.minLength(1, 'Enter a name'),
    z.maxLength(MAX_USERNAME, `A name has at most ${MAX_USERNAME} characters`),
    z.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'A name has no line breaks, control or invisible characters'),
  )
/** What users change of their own account. */
export const profileChangeSchema = z.object({ username: usernameSchema })
