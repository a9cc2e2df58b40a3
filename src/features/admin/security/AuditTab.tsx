import { useMemo } from 'react'
import { ADMIN_AREA } from '#contract/limits.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { AdminTable } from '../table/AdminTable.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { AlertFilterNotice } from './AlertFilterNotice.tsx'
import { auditColumns } from './auditColumns.tsx'
import { AuditDetails } from './AuditDetails.tsx'
import { HoursSelect } from './HoursSelect.tsx'
import { notices, tabFilters } from './security.css.ts'
import { sortFor, useSecuritySearch } from './useSecuritySearch.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export function AuditTab() {
  const api = useAdminApi()
  const now = useNow(MINUTE_MS)
  const { search, hours, change, filter: changeFilter } = useSecuritySearch()
  const { user, email, action, alert, page = 1, hide } = search
  const sort = sortFor('audit', search.sort)
  const isValidUser = user === undefined || UUID.test(user)
  const filter = { user_id: isValidUser ? user : undefined, email, action, hours_back: hours, alert_id: alert }
  const auditLog = useRemoteQuery(api.audit, { page, page_size: ADMIN_AREA.rowsPerPage, ...filter, sort })
  const columns = useMemo(() => auditColumns(now), [now])

  return (
    <>
      <search className={tabFilters}>
        <SearchField
          isMain
          label="Email"
          value={email ?? ''}
          onSearch={(text) => changeFilter({ email: text || undefined })}
        />
        <SearchField
          label="User ID"
          value={user ?? ''}
          error={isValidUser ? undefined : 'Incomplete user id; all users are shown'}
          onSearch={(text) => changeFilter({ user: text || undefined })}
        />
        <SearchField
          label="Action"
          value={action ?? ''}
          onSearch={(text) => changeFilter({ action: text || undefined })}
        />
        <HoursSelect value={hours} onChange={(next) => changeFilter({ hours: next })} />
        <RefreshButton isLoading={auditLog.isLoading} onRefresh={auditLog.reload} />
      </search>
      <div className={notices}>
        <AlertFilterNotice rowsLabel="entries" />
      </div>
      <AsyncContent data={auditLog} loading="Loading audit log..." failed="Failed to load security data" lines={8}>
        {({ entries, total }) => (
          <AdminTable
            list="audit"
            caption="Audit log"
            noun="entries"
            columns={columns}
            rows={entries}
            total={total}
            rowId={({ id }) => id}
            nameOf={(entry) => entry.action}
            filter={filter}
            search={{ page, sort, hide }}
            onSearch={change}
            usualSort="-created_at"
            detail={AuditDetails}
            empty={<EmptyState title="No audit log entries found">Try a longer time range.</EmptyState>}
          />
        )}
      </AsyncContent>
    </>
  )
}
