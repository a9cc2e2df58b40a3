import { useMemo } from 'react'
import type { AdminUsers } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { userColumns } from './columns.tsx'
import { Pagination } from './Pagination.tsx'

export interface UserTableProps {
  readonly users: AdminUsers
  readonly ownEmail: string | undefined
  readonly page: number
  readonly onPage: (page: number) => void
  readonly onManage: (id: string) => void
}

export function UserTable({ users: { users, total }, ownEmail, page, onPage, onManage }: UserTableProps) {
  const now = useNow(MINUTE_MS)
  const columns = useMemo(() => userColumns(now, ownEmail, onManage), [now, ownEmail, onManage])
  const pageCount = Math.max(1, Math.ceil(total / ADMIN_AREA.usersPerPage))
  if (total === 0) return <EmptyState title="No users found">No account matches these filters.</EmptyState>
  return (
    <>
      {users.length === 0 ? (
        <EmptyState
          title="This page does not exist"
          action={<Button onClick={() => onPage(pageCount)}>Last Page</Button>}
        />
      ) : (
        <DataTable caption="Users" columns={columns} rows={users} rowId={({ id }) => id} />
      )}
      <Pagination page={page} pageCount={pageCount} total={total} onPage={onPage} />
    </>
  )
}
