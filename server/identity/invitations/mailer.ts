import type { Role } from '#contract/roles.ts'

export interface InvitationMail {
  readonly to: string
  readonly role: Role
  readonly code: string
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/** Sends an invitation; resolves to whether a mail server accepted it. Never rejects: the code can be shared manually. */
export type Mailer = (mail: InvitationMail) => Promise<boolean>
