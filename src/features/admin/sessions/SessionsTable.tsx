import { useMemo } from 'react'
import type { AdminSession } from '#contract/admin.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { pluralize } from '#src/ui/format/number.ts'
import { AdminTable, type AdminTableProps } from '../table/AdminTable.tsx'
import type { BulkAction } from '#src/ui/table/bulk.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { allSessionColumns } from './columns.tsx'
import { signsYouOut } from './useSessionActions.ts'

export interface SessionsTableProps extends Pick<
  AdminTableProps<'sessions', AdminSession>,
  'rows' | 'total' | 'filter' | 'search' | 'onSearch' | 'onChanged'
> {
  readonly ownEmail: string | undefined
  /** Current time, unix ms. */
  readonly now: number
  readonly onRevoke: (session: AdminSession) => void
}

const nameOf = ({ user_email: email, ip_address: address }: AdminSession) => `${email} from ${address ?? 'Unknown'}`

/** All sessions in one table. */
export function SessionsTable({ ownEmail, now, onRevoke, ...table }: SessionsTableProps) {
  const api = useAdminApi()
  const columns = useMemo(() => allSessionColumns(now, ownEmail, onRevoke), [now, ownEmail, onRevoke])
  const actions = useMemo(
    (): readonly BulkAction<AdminSession>[] => [
      {
        label: 'Revoke',
        question: (count) => `Revoke ${pluralize(count, 'session')}?`,
        consequence: (rows) =>
          rows.some(({ is_current: isCurrent }) => isCurrent === true)
            ? signsYouOut('one of them')
            : 'The devices are signed out immediately.',
        isHarmful: true,
        exempts: ({ is_revoked: isRevoked }) => (isRevoked ? 'Already revoked' : undefined),
        run: ({ id }) => api.revokeSession(id),
      },
    ],
    [api],
  )
  return (
    <AdminTable
      list="sessions"
      caption="Sessions"
      noun="sessions"
      columns={columns}
      rowId={({ id }) => id}
      nameOf={nameOf}
      usualSort="-last_activity_at"
      actions={actions}
      empty={<EmptyState title="No sessions found">No session matches these filters.</EmptyState>}
      {...table}
    />
  )
}
