import type { AdminSession } from '#contract/admin.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/display/Badge.tsx'
import { RelativeTime } from '#src/ui/display/RelativeTime.tsx'
import { UntilTime } from '#src/ui/display/UntilTime.tsx'
import { VisuallyHidden } from '#src/ui/display/VisuallyHidden.tsx'
import { deviceOf } from '#src/ui/format/device.ts'
import { columnsOf, type Columns } from '#src/ui/table/model.ts'
import { isLive, STATUS_TITLES, STATUS_TONES, statusOf } from './status.ts'

const column = columnsOf<AdminSession>()

export const sessionColumns = (now: number, onRevoke: (session: AdminSession) => void): Columns<AdminSession> =>
  column.columns([
    column.display({
      id: 'status',
      header: 'Status',
      cell: ({ row: { original } }) => {
        const status = statusOf(original, now)
        return (
          <Badge shape="pill" tone={STATUS_TONES[status]} title={STATUS_TITLES[status]}>
            {status}
          </Badge>
        )
      },
    }),
    column.accessor('ip_address', { header: 'IP', cell: (cell) => cell.getValue() ?? 'Unknown' }),
    column.accessor('user_agent', {
      header: 'Device',
      cell: (cell) => <span title={cell.getValue()}>{deviceOf(cell.getValue())}</span>,
    }),
    column.accessor('created_at', {
      header: 'Login Time',
      cell: (cell) => <RelativeTime at={Date.parse(cell.getValue())} now={now} />,
    }),
    column.accessor('last_activity_at', {
      header: 'Last Activity',
      cell: (cell) => <RelativeTime at={Date.parse(cell.getValue())} now={now} />,
    }),
    column.accessor('expires_at', {
      header: 'Expires',
      cell: ({ row: { original } }) => (
        <UntilTime at={Date.parse(original.expires_at)} now={now} isOver={original.is_revoked} />
      ),
    }),
    column.display({
      id: 'acts',
      header: () => <VisuallyHidden>Actions</VisuallyHidden>,
      cell: ({ row: { original } }) =>
        isLive(original, now) ? (
          <Button size="small" onClick={() => onRevoke(original)}>
            Revoke{' '}
            <VisuallyHidden>
              the session of {original.user_email} from {original.ip_address ?? 'Unknown'}
            </VisuallyHidden>
          </Button>
        ) : null,
    }),
  ])
