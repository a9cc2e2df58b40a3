import pLimit from 'p-limit'
import type { IdentityContext } from '../context.ts'
import { normalizeEmail } from '../users.ts'
import { createRequestedLink } from './links.ts'
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
    paragraphs: [
      `Someone, probably you, asked to reset the password of your ${BRAND} account.`,
      `Open this link to choose another one; it works once, until ${until} UTC:`,
      { label: 'Reset Password', href: new URL(resetPath(token), publicUrl).href },
      'If you did not ask for this, you can ignore it: your password stays as it is.',
    ],
  }
}

const MAX_WAITING = 100

export interface MailRequestsDeps extends IdentityContext {
  readonly mailer: PasswordResetMailer
  readonly report: (error: unknown) => void
}

/** Sends links to those who forgot their password. */
export interface MailRequests {
  /** Returns before anything is looked up, so that neither the response nor its time says whether there is an account. */
  request(email: string, ipAddress: string): void
  /** Resolves when all requests so far are done. */
  settled(): Promise<void>
}

export function createMailRequests({ database, now, mailer, report }: MailRequestsDeps): MailRequests {
  const oneAtATime = pLimit(1)
  const waiting = new Set<Promise<void>>()

  async function send(email: string, ipAddress: string): Promise<void> {
    try {
      const link = await createRequestedLink(database, email, ipAddress, now())
      if (link) await mailer({ to: email, ...link })
    } catch (error) {
      report(error)
    }
  }

  return {
    request(email, ipAddress) {
      if (waiting.size >= MAX_WAITING) return
      const done = oneAtATime(() => send(normalizeEmail(email), ipAddress)).finally(() => waiting.delete(done))
      waiting.add(done)
    },
    async settled() {
      await Promise.all(waiting)
    },
  }
}
