import { BRAND } from '#contract/brand.ts'
import { resetPath } from '#contract/paths.ts'
import type { EmailContent } from '../invitations/email-template.ts'

export interface PasswordResetMail {
  readonly to: string
  readonly token: string
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/** Sends a link that resets a password; resolves to whether a mail server accepted it. Never rejects. */
export type PasswordResetMailer = (mail: PasswordResetMail) => Promise<boolean>

/** The e-mail with the link. `publicUrl` is the public address of the client. */
export function passwordResetEmail({ token, expiresAt }: PasswordResetMail, publicUrl: URL): EmailContent {
  const until = new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')
  return {
    subject: `Reset your ${BRAND} password`,
    text: [
      `Someone, probably you, asked to reset the password of your ${BRAND} account.`,
      `Open this link to choose another one; it works once, until ${until} UTC:`,
      new URL(resetPath(token), publicUrl).href,
      'If you did not ask for this, you can ignore it: your password stays as it is.',
    ].join('\n\n'),
  }
}
