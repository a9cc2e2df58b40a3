import { useMemo } from 'react'
import type { LoginAttempt } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { Tabs } from '#src/ui/controls/Tabs.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { zoneName } from '#src/ui/format/regional.ts'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { notInCards } from '#src/ui/table/DataTable.css.ts'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { RowLink } from '../RowLink.tsx'
import { SessionsLink } from '../UserLinks.tsx'
import { screen, userLinks } from '../admin.css.ts'
import { AdminTable } from '../table/AdminTable.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { AlertFilterNotice } from './AlertFilterNotice.tsx'
import { AlertsTab } from './AlertsTab.tsx'
import { AuditTab } from './AuditTab.tsx'
import { HoursSelect } from './HoursSelect.tsx'
import { LogTime } from './LogTime.tsx'
import { notices, tabFilters } from './security.css.ts'
import { sortFor, useSecuritySearch } from './useSecuritySearch.ts'

const column = columnHelper<LoginAttempt>()

const attemptColumns = (now: number): Columns<LoginAttempt> =>
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

const OUTCOMES = [
  { id: 'all', label: 'All' },
  { id: 'success', label: 'Successful Only' },
  { id: 'failed', label: 'Failed Only' },
] as const

function AttemptsTab() {
  const api = useAdminApi()
  const now = useNow(MINUTE_MS)
  const { search, hours, change, filter: changeFilter } = useSecuritySearch()
  const { ip, email, outcome, alert, page = 1, hide } = search
  const sort = sortFor('attempts', search.sort)
  const success = outcome === undefined ? undefined : outcome === 'success'
  const filter = { ip_address: ip, email, success, hours_back: hours, alert_id: alert }
  const attempts = useRemoteQuery(api.attempts, { page, page_size: ADMIN_AREA.rowsPerPage, ...filter, sort })
  const columns = useMemo(() => attemptColumns(now), [now])

  return (
    <>
      <search className={tabFilters}>
        <SearchField isMain label="IP" value={ip ?? ''} onSearch={(text) => changeFilter({ ip: text || undefined })} />
        <SearchField
          label="Email"
          value={email ?? ''}
          onSearch={(text) => changeFilter({ email: text || undefined })}
        />
        <Select
          label="Status"
          options={OUTCOMES}
          value={outcome ?? 'all'}
          onChange={(id) => changeFilter({ outcome: id === 'all' ? undefined : id })}
        />
        <HoursSelect value={hours} onChange={(next) => changeFilter({ hours: next })} />
        <RefreshButton isLoading={attempts.isLoading} onRefresh={attempts.reload} />
      </search>
      <div className={notices}>
        <AlertFilterNotice rowsLabel="sign-ins" />
      </div>
      <AsyncContent data={attempts} loading="Loading login attempts..." failed="Failed to load security data" lines={8}>
        {({ attempts: rows, total }) => (
          <AdminTable
            list="attempts"
            caption="Login attempts"
            noun="attempts"
            columns={columns}
            rows={rows}
            total={total}
            rowId={({ id }) => id}
            nameOf={(attempt) => attempt.email}
            filter={filter}
            search={{ page, sort, hide }}
            onSearch={change}
            usualSort="-attempted_at"
            empty={<EmptyState title="No login attempts found">Try a longer time range.</EmptyState>}
          />
        )}
      </AsyncContent>
    </>
  )
}

const TABS = [
  { id: 'attempts', label: 'Login Attempts', content: <AttemptsTab /> },
  { id: 'audit', label: 'Audit Log', content: <AuditTab /> },
  { id: 'alerts', label: 'Alerts', content: <AlertsTab /> },
] as const

export default function SecurityScreen() {
  const { search, change } = useSecuritySearch()
  return (
    <div className={screen}>
      <PageHeader title="Security" subtitle="Sign-in attempts, audit log and alerts" />
      <Card title="Evidence" help={<Help of="Evidence" topic="evidence" />} flush footer={`Times are ${zoneName()}.`}>
        <Tabs
          label="Evidence"
          items={TABS}
          value={search.tab ?? 'attempts'}
          onChange={(tab) => change({ tab, alert: undefined, page: undefined, sort: undefined, hide: undefined })}
        />
      </Card>
    </div>
  )
}
