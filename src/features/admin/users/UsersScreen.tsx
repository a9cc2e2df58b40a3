import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { AdminUser, AdminUsers } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import { type Role, ROLES } from '#contract/roles.ts'
import { type AdminApi, useSession } from '#src/app/services.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { sessionUser } from '#src/machines/session/selectors.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { pluralize } from '#src/ui/format/number.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import type { BulkAction } from '#src/ui/table/bulk.ts'
import { filters, screen } from '../admin.css.ts'
import type { UsersSearch } from '../search-params.ts'
import { AdminTable, type AdminTableProps } from '../table/AdminTable.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { UserDialog } from './UserDialog.tsx'
import { userColumns } from './columns.tsx'
import { isOwn } from '#src/features/admin/UserLinks.tsx'

interface UserFilterValues {
  readonly search?: string | undefined
  readonly role?: Role | undefined
  readonly status?: 'active' | 'inactive' | undefined
  readonly factor?: 'set' | 'missing' | undefined
}

interface UserFiltersProps {
  readonly values: UserFilterValues
  readonly onChange: (change: UserFilterValues) => void
}

const ROLE_OPTIONS = [
  { id: 'all', label: 'All' },
  ...(['Admin', 'Trader', 'Viewer'] as const satisfies readonly Role[]).map((role) => ({ id: role, label: role })),
] as const
const STATUS_OPTIONS = [
  { id: 'all', label: 'All' },
  { id: 'active', label: 'Active' },
  { id: 'inactive', label: 'Inactive' },
] as const
const FACTOR_OPTIONS = [
  { id: 'all', label: 'All' },
  { id: 'set', label: 'Set up' },
  { id: 'missing', label: 'Missing' },
] as const

function UserFilters({ values, onChange }: UserFiltersProps) {
  const { search, role, status, factor } = values
  const isFiltered = [search, role, status, factor].some((value) => value !== undefined)
  return (
    <search className={filters}>
      <SearchField
        isMain
        label="Search (email or username)"
        value={search ?? ''}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <Select
        label="Role"
        options={ROLE_OPTIONS}
        value={role ?? 'all'}
        onChange={(id) => onChange({ role: ROLES.find((known) => known === id) })}
      />
      <Select
        label="Status"
        options={STATUS_OPTIONS}
        value={status ?? 'all'}
        onChange={(id) => onChange({ status: id === 'all' ? undefined : id })}
      />
      <Select
        label="Second factor"
        options={FACTOR_OPTIONS}
        value={factor ?? 'all'}
        onChange={(id) => onChange({ factor: id === 'all' ? undefined : id })}
      />
      <Button
        disabled={!isFiltered}
        onClick={() => onChange({ search: undefined, role: undefined, status: undefined, factor: undefined })}
      >
        Clear Filters
      </Button>
    </search>
  )
}

/** What can be done with several users together; the own account is left out of what would lock it out. */
function userActions(
  api: Pick<AdminApi, 'setActive' | 'forceLogout'>,
  ownEmail: string | undefined,
): readonly BulkAction<AdminUser>[] {
  return [
    {
      label: 'Activate',
      question: (count) => `Activate ${pluralize(count, 'user')}?`,
      consequence: () => 'They can sign in again.',
      isHarmful: false,
      exempts: ({ is_active: isActive }) => (isActive ? 'Already active' : undefined),
      run: ({ id }) => api.setActive(id, true),
    },
    {
      label: 'Deactivate',
      question: (count) => `Deactivate ${pluralize(count, 'user')}?`,
      consequence: () => 'They cannot sign in until activated again. All their sessions end now.',
      isHarmful: true,
      exempts: ({ email, is_active: isActive }) => {
        if (isOwn(email, ownEmail)) return 'You cannot deactivate your own account'
        return isActive ? undefined : 'Already inactive'
      },
      run: ({ id }) => api.setActive(id, false),
    },
    {
      label: 'Force Logout',
      question: (count) => `End all sessions of ${pluralize(count, 'user')}?`,
      consequence: () => 'Their devices are signed out immediately.',
      isHarmful: true,
      exempts: ({ email }) =>
        isOwn(email, ownEmail) ? 'Your own sessions are ended on the Sessions screen' : undefined,
      run: ({ id }) => api.forceLogout(id),
    },
  ]
}

interface UserTableProps extends Pick<
  AdminTableProps<'users', AdminUser>,
  'filter' | 'search' | 'onSearch' | 'onChanged'
> {
  readonly users: AdminUsers
  readonly ownEmail: string | undefined
  readonly onManage: (id: string) => void
}

function UserTable({ users: { users, total }, ownEmail, onManage, ...table }: UserTableProps) {
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

const route = getRouteApi('/guarded/admin/users')
const { usersPerPage } = ADMIN_AREA

/** Whether the chosen filter is the one that means true; undefined if none is chosen. */
const isOf = <Value,>(value: Value | undefined, yes: Value) => (value === undefined ? undefined : value === yes)

export default function UsersScreen() {
  const api = useAdminApi()
  const currentUser = useSession(sessionUser)
  const address = route.useSearch()
  const { search, role, status, factor, page = 1, sort, user } = address
  const navigate = route.useNavigate()
  const filter = { role, is_active: isOf(status, 'active'), has_factor: isOf(factor, 'set'), search }
  const users = useRemoteQuery(api.users, { page, page_size: usersPerPage, ...filter, sort })

  // Typing replaces the history entry, all else adds one.
  const change = useCallback(
    (part: UsersSearch) =>
      void navigate({
        search: (previous) => ({ ...previous, ...part }),
        replace: 'search' in part,
        resetScroll: false,
      }),
    [navigate],
  )
  const openUser = useCallback((id: string | undefined) => change({ user: id }), [change])

  return (
    <div className={screen}>
      <PageHeader title="User Management" subtitle="Accounts, roles and access" />
      <Card title="Users" help={<Help of="Users" topic="accounts" />} flush footer={`Times are ${zoneName()}.`}>
        <UserFilters
          values={{ search, role, status, factor }}
          onChange={(part: UserFilterValues) => change({ ...part, page: undefined })}
        />
        <AsyncContent data={users} loading="Loading users..." failed="Failed to load users" lines={10}>
          {(value) => (
            <UserTable
              users={value}
              ownEmail={currentUser?.email}
              filter={filter}
              search={address}
              onSearch={change}
              onManage={openUser}
              onChanged={users.reload}
            />
          )}
        </AsyncContent>
      </Card>
      {user === undefined ? null : (
        <UserDialog
          key={user}
          id={user}
          listed={users.value?.users.find(({ id }) => id === user)}
          ownEmail={currentUser?.email}
          onClose={() => openUser(undefined)}
          onChanged={users.reload}
        />
      )}
    </div>
  )
}
