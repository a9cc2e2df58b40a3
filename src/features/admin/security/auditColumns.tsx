import type { AuditEntry } from '#contract/admin.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { cx } from '#src/ui/cx.ts'
import { notInCards } from '#src/ui/table/DataTable.css.ts'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import { DetailToggle } from '#src/ui/table/parts.tsx'
import { mono } from '../admin.css.ts'
import { auditSentence } from './audit-sentence.ts'
import { RowLink } from '../RowLink.tsx'
import { LogTime } from './LogTime.tsx'
import { actor, userId } from './security.css.ts'

const column = columnHelper<AuditEntry>()

/** User of an entry, by e-mail, present name and id: an e-mail may be reassigned later. */
function Actor({ entry: { user_id: id, user_email: email, user_name: name } }: { readonly entry: AuditEntry }) {
  if (id === null) return <span>System</span>
  const userText = [name, id].filter((part) => part).join(' · ')
  return (
    <span className={actor}>
      <RowLink to="/admin/users" search={{ user: id }}>
        {email ?? 'Unknown'}
      </RowLink>
      <span className={userId} title={userText}>
        {userText}
      </span>
    </span>
  )
}

export const auditColumns = (now: number): Columns<AuditEntry> =>
  column.columns([
    column.accessor('created_at', {
      header: 'Time',
      meta: { isDescendingFirst: true, inCard: 'bare' },
      cell: (cell) => <LogTime iso={cell.getValue()} now={now} />,
    }),
    column.display({
      id: 'user_email',
      header: 'User',
      meta: { wraps: true, inCard: 'folded' },
      cell: ({ row }) => <Actor entry={row.original} />,
    }),
    column.accessor('action', {
      header: 'Action',
      meta: { isTitle: true, wraps: true },
      cell: ({ row: { original } }) => (
        <span className={actor}>
          <span>{auditSentence(original)}</span>
          <span className={cx(mono, notInCards)}>{original.action}</span>
        </span>
      ),
    }),
    column.accessor('ip_address', {
      header: 'IP',
      meta: { wraps: true, inCard: 'folded' },
      cell: (cell) => cell.getValue() ?? 'Unknown',
    }),
    column.display({
      id: 'details',
      header: 'Details',
      meta: { isActions: true, inCard: 'bare' },
      cell: ({ row }) => (
        <DetailToggle row={row} of={`${row.original.action}, ${formatExact(Date.parse(row.original.created_at))}`} />
      ),
    }),
  ])
