import { useMemo } from 'react'
import type { AdminUser, AdminUsers } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { AdminTable, type AdminTableProps } from '../table/AdminTable.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { userColumns } from './columns.tsx'
import { userActions } from './user-actions.ts'

export interface UserTableProps extends Pick<
  AdminTableProps<'users', AdminUser>,
  'filter' | 'search' | 'onSearch' | 'onChanged'
> {
  readonly users: AdminUsers
  readonly ownEmail: string | undefined
  readonly onManage: (id: string) => void
}

export function UserTable({ users: { users, total }, ownEmail, onManage, ...table }: UserTableProps) {
  const api = useAdminApi()
  const now = useNow(MINUTE_MS)
  const columns = useMemo(() => userColumns(now, ownEmail, onManage), [now, ownEmail, onManage])
  const actions = useMemo(() => userActions(api, ownEmail), [api, ownEmail])
  return (
    <AdminTable
      list="users"
      caption="Users"
      noun="users"
      columns={columns}
      rows={users}
      total={total}
      pageSize={ADMIN_AREA.usersPerPage}
      rowId={({ id }) => id}
      nameOf={({ email }) => email}
      usualSort="-created_at"
      actions={actions}
      empty={<EmptyState title="No users found">No account matches these filters.</EmptyState>}
      {...table}
    />
  )
}
