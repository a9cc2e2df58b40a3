import * as layout from '#src/ui/theme/layout.css.ts'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { RowLink } from './RowLink.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'

/** The longest range of the logs, hours. */
const HOURS = 168

/** Links from a session to the sign-ins of its user, and to what they did and what was done to them. */
export function LogLinks({ email }: { readonly email: string }) {
  return (
    <span className={layout.wrap[3]}>
      <RowLink to="/admin/security" search={{ email, hours: HOURS }}>
        Sign-ins <VisuallyHidden>of {email}</VisuallyHidden>
      </RowLink>
      <RowLink to="/admin/security" search={{ tab: 'audit', email, hours: HOURS }}>
        Audit log <VisuallyHidden>of {email}</VisuallyHidden>
      </RowLink>
    </span>
  )
}

/** Link from an entry of a log to the sessions of a user. */
export const SessionsLink = ({ email }: { readonly email: string }) => (
  <RowLink to="/admin/sessions" search={{ search: email }}>
    Sessions <VisuallyHidden>of {email}</VisuallyHidden>
  </RowLink>
)

/** Marks what belongs to the signed-in administrator. */
export const You = () => (
  <>
    {' '}
    <Badge tone="accent">You</Badge>
  </>
)

/** Whether an e-mail is the administrator's own; servers differ in how they keep capitals. */
export const isOwn = (email: string, ownEmail: string | undefined): boolean =>
  email.toLowerCase() === ownEmail?.toLowerCase()
