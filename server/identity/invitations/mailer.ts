import type { GrantedRole } from '#contract/invitations.ts'

export interface InvitationMail {
  readonly to: string
  readonly role: GrantedRole
  readonly code: string
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/** Sends an invitation; says whether a mail server took it. Never rejects: the code can be shared by hand. */
export type Mailer = (mail: InvitationMail) => Promise<boolean>

/** Where no mail server is configured. */
export const noMailer: Mailer = () => Promise.resolve(false)
