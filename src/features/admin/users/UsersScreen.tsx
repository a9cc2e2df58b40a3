import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ADMIN_AREA } from '#contract/limits.ts'
import { sessionUser } from '#src/machines/session/selectors.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { useSession } from '#src/app/services.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { zoneName } from '#src/ui/format/regional.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { screen } from '../admin.css.ts'
import { useAdminApi } from '../useAdminApi.ts'
import type { UsersSearch } from '../search-params.ts'
import { UserDialog } from './UserDialog.tsx'
import { UserFilters, type UserFilterValues } from './UserFilters.tsx'
import { UserTable } from './UserTable.tsx'

const route = getRouteApi('/guarded/admin/users')
const { usersPerPage } = ADMIN_AREA

const isActiveOf = (status: UserFilterValues['status']) => (status === undefined ? undefined : status === 'active')

export default function UsersScreen() {
  const api = useAdminApi()
  const currentUser = useSession(sessionUser)
  const address = route.useSearch()
  const { search, role, status, page = 1, sort, user } = address
  const navigate = route.useNavigate()
  const filter = { role, is_active: isActiveOf(status), search }
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
          values={{ search, role, status }}
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
