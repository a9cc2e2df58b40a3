import type { LoginAttempt } from '#contract/admin.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { notInCards } from '#src/ui/table/DataTable.css.ts'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import { userLinks } from '../admin.css.ts'
import { RowLink } from '../RowLink.tsx'
import { SessionsLink } from '../UserLinks.tsx'
import { LogTime } from './LogTime.tsx'

const column = columnHelper<LoginAttempt>()

export const attemptColumns = (now: number): Columns<LoginAttempt> =>
  column.columns([
    column.accessor('attempted_at', {
      header: 'Time',
      meta: { isDescendingFirst: true, inCard: 'bare' },
      cell: (cell) => <LogTime iso={cell.getValue()} now={now} />,
    }),
    column.accessor('email', {
      header: 'Email',
      meta: { isTitle: true, wraps: true },
      cell: (cell) => (
        <span className={userLinks}>
          <RowLink isMain to="/admin/users" search={{ search: cell.getValue() }}>
            {cell.getValue()}
          </RowLink>
          <SessionsLink email={cell.getValue()} />
        </span>
      ),
    }),
    column.accessor('ip_address', {
      header: 'IP',
      meta: { wraps: true },
      cell: (cell) => cell.getValue() ?? 'Unknown',
    }),
    column.accessor('success', {
      header: 'Status',
      meta: { inCard: 'bare' },
      cell: (cell) => (
        <Badge shape="pill" tone={cell.getValue() ? 'success' : 'danger'}>
          {cell.getValue() ? 'Success' : 'Failed'}
        </Badge>
      ),
    }),
    column.accessor('failure_reason', {
      header: 'Failure Reason',
      meta: { wraps: true },
      cell: (cell) => cell.getValue() ?? <span className={notInCards}>–</span>,
    }),
  ])
