import type { CreatedInvitation } from '#contract/invitations.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'

/** Whether the invitation was sent; a failure is reported only where sending was tried. */
export function SendingNotice({ created }: { readonly created: CreatedInvitation }) {
  const { invitation, email_sent: isSent, email_tried: isTried = true } = created
  if (isSent) return <Alert tone="success">Email sent to {invitation.email}</Alert>
  if (isTried) return <Alert tone="warning">Failed to send email - share code manually</Alert>
  return <Alert tone="info">No email was sent: the server has no mail server. Share the code or the link.</Alert>
}
