import { BRAND } from '#contract/brand.ts'
import type { InvitationMail } from './mailer.ts'

/** A plain-text email: nothing in it can be tracked or blocked. */
export interface EmailContent {
  readonly subject: string
  readonly text: string
}

/** The invitation email. `publicUrl` is the public address of the client. */
export function invitationEmail({ role, code, expiresAt }: InvitationMail, publicUrl: URL): EmailContent {
  const link = new URL('/register', publicUrl)
  link.searchParams.set('code', code)
  const until = new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')
  return {
    subject: `Your invitation to ${BRAND}`,
    text: [
      `You are invited to ${BRAND} as ${role}.`,
      `Open this link to choose a password; it works once, until ${until} UTC:`,
      link.href,
      'If you did not expect this email, you can ignore it.',
    ].join('\n\n'),
  }
}
