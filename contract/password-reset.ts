import * as z from 'zod/mini'

export const forgottenPasswordSchema = z.object({ email: z.string().check(z.minLength(1), z.maxLength(320)) })
/** Who gives out the link: the server by e-mail, or an Admin. The same for every address, whether it has an account or not. */
export const forgottenPasswordResponseSchema = z.object({ link_from: z.enum(['mail', 'admin']) })
export type LinkFrom = z.infer<typeof forgottenPasswordResponseSchema>['link_from']

export const passwordResetSchema = z.object({
  /** The secret of the link. */
  token: z.string().check(z.minLength(1), z.maxLength(128)),
  password: z.string().check(z.maxLength(4_096)),
})
export type PasswordReset = z.infer<typeof passwordResetSchema>

/** A link made by an Admin: its secret, which is never shown again, and its end as ISO 8601. */
export const passwordResetLinkSchema = z.object({ token: z.string(), expires_at: z.string() })
export type PasswordResetLink = z.infer<typeof passwordResetLinkSchema>
