import { passwordResetEmail, type PasswordResetMailer } from '../password-reset/mail-requests.ts'
import { invitationEmail, toHtml, toText, type EmailContent } from './email-template.ts'
import type { Mailer } from './mailer.ts'

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`; options of nodemailer may follow as a query. */
  readonly url: string
  /** The From header: `Pairbot <pairbot@example.org>`. */
  readonly from: string
  readonly publicUrl: URL
  /** Timeout of the complete SMTP conversation, in milliseconds. */
  readonly timeoutMs?: number
}

/** Must be below the client's request timeout of 10 s: the administrator waits for the response. */
const TIMEOUT_MS = 8_000
const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/

/** Credentials are only sent unencrypted to the local machine. */
function mustEncrypt(url: string): boolean {
  const { username, hostname } = new URL(url)
  return username !== '' && !LOOPBACK.test(hostname)
}

/** Sends an e-mail; resolves to whether a mail server accepted it. Never rejects. */
export type SendMail = (to: string, content: EmailContent) => Promise<boolean>

/** Sends invitations over SMTP, as `createMailSender` does. */
export function createSmtpMailer(settings: SmtpSettings, report: (error: unknown) => void): Mailer {
  const send = createMailSender(settings, report)
  return (mail) => send(mail.to, invitationEmail(mail, settings.publicUrl))
}

/** Sends the links of those who forgot their password, as `createMailSender` does. */
export function createSmtpResetMailer(settings: SmtpSettings, report: (error: unknown) => void): PasswordResetMailer {
  const send = createMailSender(settings, report)
  return (mail) => send(mail.to, passwordResetEmail(mail, settings.publicUrl))
}

/** Sends over SMTP. A server that rejects, fails or is too slow is reported and makes the sender return false. */
export function createMailSender(
  settings: Omit<SmtpSettings, 'publicUrl'>,
  report: (error: unknown) => void,
): SendMail {
  const { timeoutMs = TIMEOUT_MS } = settings
  let transport: ReturnType<typeof createTransporter> | undefined

  return async (to, content) => {
    try {
      transport ??= createTransporter(settings, timeoutMs)
      const { accepted } = await (
        await transport
      ).sendMail({
        // As an object, so that an address with a comma is not split into two.
        to: { name: '', address: to },
        subject: content.subject,
        text: toText(content),
        html: toHtml(content),
        signal: AbortSignal.timeout(timeoutMs),
      })
      return accepted.length > 0
    } catch (error) {
      report(error)
      return false
    }
  }
}

/** Loads the library with the first e-mail: no start waits for it. */
async function createTransporter({ url, from }: Omit<SmtpSettings, 'publicUrl'>, timeoutMs: number) {
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  return createTransport(
    { url, ...timeouts, requireTLS: mustEncrypt(url) },
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
}
