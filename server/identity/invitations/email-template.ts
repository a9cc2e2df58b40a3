import { BRAND } from '#contract/brand.ts'
import type { InvitationMail } from './mailer.ts'

/** A letter in plain text: there is nothing in it to be tracked or blocked. */
export interface EmailContent {
  readonly subject: string
  readonly text: string
}

/** `publicUrl`: the address at which people reach the client. */
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
      'If you did not expect this letter, ignore it: without the link nothing happens.',
    ].join('\n\n'),
  }
}
