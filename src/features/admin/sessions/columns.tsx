import type { AdminSession } from '#contract/admin.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import { sessionColumns as shared } from '#src/ui/table/session-columns.tsx'
import { userLinks } from '../admin.css.ts'
import { RowLink } from '../RowLink.tsx'
import { LogLinks, isOwn, You } from '../UserLinks.tsx'
import { isLive, STATUS_TITLES, STATUS_TONES, statusOf } from './status.ts'

const ThisSession = () => (
  <>
    {' '}
    <Badge tone="accent">This session</Badge>
  </>
)

const column = columnHelper<AdminSession>()

export const sessionColumns = (now: number, onRevoke: (session: AdminSession) => void): Columns<AdminSession> => {
  const { address, device, times } = shared<AdminSession>(now)
  return column.columns([
    column.display({
      id: 'status',
      header: 'Status',
      cell: ({ row: { original } }) => {
        const status = statusOf(original, now)
        return (
          <>
            <Badge shape="pill" tone={STATUS_TONES[status]} title={STATUS_TITLES[status]}>
              {status}
            </Badge>
            {original.is_current === true ? <ThisSession /> : null}
          </>
        )
      },
    }),
    address,
    device,
    ...times,
    column.display({
      id: 'actions',
      header: () => <VisuallyHidden>Actions</VisuallyHidden>,
      meta: { isActions: true },
      cell: ({ row: { original } }) =>
        isLive(original, now) ? (
          <Button size="small" data-main onClick={() => onRevoke(original)}>
            Revoke{' '}
            <VisuallyHidden>
              the session of {original.user_email} from {original.ip_address ?? 'Unknown'}
            </VisuallyHidden>
          </Button>
        ) : null,
    }),
  ])
}

/** With the user of each session, for a table of all users. */
export const allSessionColumns = (
  now: number,
  ownEmail: string | undefined,
  onRevoke: (session: AdminSession) => void,
): Columns<AdminSession> =>
  column.columns([
    column.accessor('user_email', {
      header: 'User',
      meta: { isTitle: true, wraps: true },
      cell: ({ row: { original } }) => (
        <span className={userLinks}>
          <span>
            <RowLink to="/admin/users" search={{ user: original.user_id }}>
              {original.user_email}
            </RowLink>
            {isOwn(original.user_email, ownEmail) ? <You /> : null}
          </span>
          <LogLinks email={original.user_email} />
        </span>
      ),
    }),
    ...sessionColumns(now, onRevoke),
  ])
