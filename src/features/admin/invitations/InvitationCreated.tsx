import { Copy, Link } from 'lucide-react'
import type { CreatedInvitation } from '#contract/invitations.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { formatExact } from '#src/ui/format/time.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { stack } from '../admin.css.ts'
import { copyText } from '../copy-text.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { codeRow, fullCode } from './invitations.css.ts'
import { registrationUrl } from './registration-url.ts'
import { SendingNotice } from './SendingNotice.tsx'

/** The created invitation: its code, and whether the e-mail was sent. */
export function InvitationCreated({ created }: { readonly created: CreatedInvitation }) {
  const { toasts } = useOverlays()
  const { email, role, code, expires_at: expiresAt } = created.invitation
  return (
    <div className={stack}>
      <SendingNotice created={created} />
      <p>
        {email} can register as {role} until {formatExact(Date.parse(expiresAt))}.
      </p>
      <div className={codeRow}>
        <code className={fullCode} aria-label="Invitation code">
          {code}
        </code>
        <Button
          icon={<Copy size={16} aria-hidden="true" />}
          onClick={() => void copyText(code, 'Invitation code', toasts)}
        >
          Copy
        </Button>
      </div>
      <p className={layout.quiet}>
        Or share the registration link: <span>{registrationUrl(code)}</span>
      </p>
      <div>
        <Button
          icon={<Link size={16} aria-hidden="true" />}
          onClick={() => void copyText(registrationUrl(code), 'Registration link', toasts)}
        >
          Copy Link
        </Button>
      </div>
    </div>
  )
}
