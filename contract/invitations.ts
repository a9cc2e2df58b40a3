import * as z from 'zod/mini'
import { successOf } from './auth.ts'
import { ADMIN_AREA, INVITATION, PASSWORD } from './limits.ts'
import { roleSchema } from './roles.ts'

export const INVITATION_STATUSES = ['pending', 'used', 'expired', 'revoked'] as const
export const invitationStatusSchema = z.enum(INVITATION_STATUSES)
export type InvitationStatus = z.infer<typeof invitationStatusSchema>

/** An invitation for the admin area. `code` is empty when it can no longer be decrypted. Times are ISO 8601. */
export const invitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: roleSchema,
  code: z.string(),
  status: invitationStatusSchema,
  created_at: z.string(),
  expires_at: z.string(),
  /** E-mail of the administrator who invited. */
  invited_by: z.optional(z.string()),
})
export type Invitation = z.infer<typeof invitationSchema>

/** Number of invitations by status. */
export const invitationCountsSchema = z.record(invitationStatusSchema, z.number())
export type InvitationCounts = z.infer<typeof invitationCountsSchema>

/**
 * The newest invitations, or one page of them; `counts` covers all of them and may be absent from backends without a limit.
 * `total` counts those that match the filter.
 */
export const invitationsResponseSchema = z.extend(successOf(z.array(invitationSchema)), {
  counts: z.optional(invitationCountsSchema),
  total: z.optional(z.number()),
})

/** Details of a valid invitation shown before registering. `expiresAt` is ISO 8601. */
export const invitationOfferSchema = z.object({ email: z.string(), role: roleSchema, expiresAt: z.string() })
export type InvitationOffer = z.infer<typeof invitationOfferSchema>

export const createInvitationSchema = z.object({
  email: z.string().check(z.maxLength(ADMIN_AREA.maxEmail)),
  role: z._default(roleSchema, 'Trader'),
})
export type CreateInvitation = z.input<typeof createInvitationSchema>

/** A created or resent invitation, and whether a mail server accepted its e-mail. */
export const createdInvitationSchema = z.object({
  invitation: invitationSchema,
  email_sent: z.boolean(),
  /** False if there is no mail server, so that sending was not tried. */
  email_tried: z.optional(z.boolean()),
})
export type CreatedInvitation = z.infer<typeof createdInvitationSchema>

export const registerRequestSchema = z.object({
  invitation_code: z.string().check(z.maxLength(INVITATION.maxCode)),
  email: z.string().check(z.maxLength(ADMIN_AREA.maxEmail)),
  // Length and strength have their own messages, see password-rules.ts.
  password: z.string().check(z.maxLength(4 * PASSWORD.maxLength)),
})
export type RegisterRequest = z.infer<typeof registerRequestSchema>

/** Validation message for an email address, or undefined when it is well-formed. */
export function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return 'Email is required'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : 'Invalid email format'
}
