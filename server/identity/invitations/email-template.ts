import { BRAND } from '#contract/brand.ts'
import type { InvitationMail } from './mailer.ts'

/** A paragraph of an e-mail: a text, or an address to open. */
type Paragraph = string | { readonly label: string; readonly href: string }

/** What an e-mail says, whether it is read as plain text or as HTML. */
export interface EmailContent {
  readonly subject: string
  readonly paragraphs: readonly Paragraph[]
}

export const toText = ({ paragraphs }: EmailContent): string =>
  paragraphs.map((paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.href)).join('\n\n')

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const BODY = 'margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif'
const BUTTON = 'padding:8px 16px;border-radius:6px;background:#4b4fcf;color:#fff;text-decoration:none'

/** Without pictures, so that nothing in it can be tracked or blocked. */
export function toHtml({ paragraphs }: EmailContent): string {
  const lines = paragraphs.map((paragraph) =>
    typeof paragraph === 'string'
      ? `<p>${escape(paragraph)}</p>`
      : `<p><a href="${escape(paragraph.href)}" style="${BUTTON}">${escape(paragraph.label)}</a></p>
<p style="word-break:break-all">${escape(paragraph.href)}</p>`,
  )
  return `<!doctype html>
<html lang="en">
<body style="${BODY}">
<p><strong>${BRAND}</strong></p>
${lines.join('\n')}
</body>
</html>
`
}

/** The invitation email. `publicUrl` is the public address of the client. */
export function invitationEmail({ role, code, expiresAt }: InvitationMail, publicUrl: URL): EmailContent {
  const link = new URL('/register', publicUrl)
  link.searchParams.set('code', code)
  const until = new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')
  return {
    subject: `Your invitation to ${BRAND}`,
    paragraphs: [
      `You are invited to ${BRAND} as ${role}.`,
      `Open this link to choose a password; it works once, until ${until} UTC:`,
      { label: 'Accept Invitation', href: link.href },
      'If you did not expect this email, you can ignore it.',
    ],
  }
}
