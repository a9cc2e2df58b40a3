import { Badge } from '#src/ui/text/Badge.tsx'

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
