import type { GrantedRole } from '#contract/invitations.ts'

export interface InvitationMail {
  readonly to: string
  readonly role: GrantedRole
  readonly code: string
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/** Sends an invitation; resolves to whether a mail server accepted it. Never rejects: the code can be shared manually. */
export type Mailer = (mail: InvitationMail) => Promise<boolean>

/** Used when no mail server is configured. */
export const noMailer: Mailer = () => Promise.resolve(false)
