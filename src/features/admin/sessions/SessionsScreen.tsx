import { getRouteApi } from '@tanstack/react-router'
import { Eraser } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ADMIN_AREA } from '#contract/limits.ts'
import { useSession } from '#src/app/services.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { sessionUser } from '#src/machines/session/selectors.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { cx } from '#src/ui/cx.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { Checkbox } from '#src/ui/fields/Checkbox.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { zoneName } from '#src/ui/format/regional.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { TruncationNotice } from '../TruncationNotice.tsx'
import { filters, padded, screen, stack } from '../admin.css.ts'
import type { SessionsSearch } from '../search-params.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { SessionGroupList } from './SessionGroupList.tsx'
import { SessionsTable } from './SessionsTable.tsx'
import { groupSessions, loadSessions, toFilter } from './groups.ts'
import { useSessionActions } from './useSessionActions.ts'

interface SessionFiltersProps {
  readonly values: SessionsSearch
  readonly onChange: (change: SessionsSearch) => void
}

const VIEWS = [
  { id: 'users', label: 'By User' },
  { id: 'table', label: 'Table' },
] as const

const OPTIONS = [
  { id: 'all', label: 'All Sessions' },
  { id: 'active', label: 'Active Only' },
  { id: 'revoked', label: 'Revoked Only' },
] as const

function SessionFilters({ values: { search, status, view }, onChange }: SessionFiltersProps) {
  return (
    <search className={filters}>
      <SearchField
        isMain
        label="Search (email or IP)"
        value={search ?? ''}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <Select
        label="Status"
        options={OPTIONS}
        value={status ?? 'all'}
        onChange={(id) => onChange({ status: id === 'all' ? undefined : id })}
      />
      <ToggleGroup
        label="View"
        options={VIEWS}
        value={view ?? 'users'}
        onChange={(id) => onChange({ view: id === 'table' ? id : undefined })}
      />
    </search>
  )
}

const route = getRouteApi('/guarded/admin/sessions')
/** Update interval of statuses and relative times, ms. */
const CLOCK_INTERVAL_MS = 30_000

export default function SessionsScreen() {
  const api = useAdminApi()
  const ownEmail = useSession(sessionUser)?.email
  const [load] = useState(() => loadSessions(api))
  const [autoRefresh, setAutoRefresh] = useState(true)
  const address = route.useSearch()
  const { search, status, view } = address
  const { page, sort } = view === 'table' ? address : {}
  const navigate = route.useNavigate()
  const period = autoRefresh ? ADMIN_AREA.sessionsRefreshMs : undefined
  const sessions = useRemoteQuery(load, { search, status, view, page, sort }, period)
  const actions = useSessionActions(ownEmail, sessions.reload)
  const now = useNow(CLOCK_INTERVAL_MS)
  const listed = sessions.value?.sessions
  const groups = useMemo(
    () => (listed === undefined || view === 'table' ? [] : groupSessions(listed, { search, status }, now)),
    [listed, search, status, view, now],
  )
  // Typing replaces the history entry, all else adds one.
  const change = (part: SessionsSearch) =>
    void navigate({ search: (previous) => ({ ...previous, ...part }), replace: 'search' in part, resetScroll: false })

  return (
    <div className={screen}>
      <PageHeader
        title="Sessions"
        subtitle="Signed-in devices of all users"
        actions={
          <>
            <Checkbox
              label="Auto-refresh"
              title="Every 30 s"
              checked={autoRefresh}
              onChange={(event) => setAutoRefresh(event.target.checked)}
            />
            <Button icon={<Eraser size={16} aria-hidden="true" />} busy={actions.isCleaning} onClick={actions.cleanUp}>
              Cleanup Old
            </Button>
            <RefreshButton isLoading={sessions.isLoading} onRefresh={sessions.reload} />
          </>
        }
      />
      <Card
        title={view === 'table' ? 'All sessions' : 'Sessions by user'}
        help={<Help of="Sessions" topic="sessions" />}
        flush
        footer={`Times are ${zoneName()}.`}
      >
        <SessionFilters values={address} onChange={(part) => change({ ...part, page: undefined })} />
        <AsyncContent data={sessions} loading="Loading sessions..." failed="Failed to load sessions">
          {(value) =>
            view === 'table' ? (
              <SessionsTable
                rows={value.sessions}
                total={value.total}
                filter={toFilter(address)}
                search={address}
                onSearch={change}
                onChanged={sessions.reload}
                ownEmail={ownEmail}
                now={now}
                onRevoke={actions.revoke}
              />
            ) : (
              <div className={cx(padded, stack)}>
                <TruncationNotice rowsLabel="sessions used last" shown={value.sessions.length} total={value.total} />
                <SessionGroupList
                  groups={groups}
                  ownEmail={ownEmail}
                  now={now}
                  onRevoke={actions.revoke}
                  onForceLogout={actions.forceLogout}
                />
              </div>
            )
          }
        </AsyncContent>
      </Card>
    </div>
  )
}
