import * as z from 'zod/mini'

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
