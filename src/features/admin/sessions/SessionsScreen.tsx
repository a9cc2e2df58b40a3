import { getRouteApi } from '@tanstack/react-router'
import { Eraser } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { AdminSession, AdminSessions } from '#contract/admin.ts'
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
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Checkbox } from '#src/ui/fields/Checkbox.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { pluralize, formatNumber } from '#src/ui/format/number.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import type { BulkAction } from '#src/ui/table/bulk.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { filters, padded, row, screen, spaceBetween, stack } from '../admin.css.ts'
import type { SessionsSearch } from '../search-params.ts'
import { AdminTable, type AdminTableProps } from '../table/AdminTable.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { SessionGroupCard, type SessionGroupCardProps } from './SessionGroupCard.tsx'
import { allSessionColumns } from './columns.tsx'
import { groupSessions, loadSessions, type SessionGroup, toFilter } from './groups.ts'
import { list } from './sessions.css.ts'
import { signsYouOut, useSessionActions } from './useSessionActions.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'

interface TruncationNoticeProps extends Pick<AdminSessions, 'sessions' | 'total'> {
  readonly onTable: () => void
}

/** That more sessions match than are listed and counted here. Renders nothing for complete lists. */
function TruncationNotice({ sessions: { length: shown }, total = shown, onTable }: TruncationNoticeProps) {
  return total <= shown ? null : (
    <Alert
      tone="info"
      action={
        <Button size="small" onClick={onTable}>
          Show All in a Table
        </Button>
      }
    >
      The {formatNumber(shown)} sessions used last of {formatNumber(total)} are listed and counted here.
    </Alert>
  )
}

interface SessionGroupListProps extends Pick<SessionGroupCardProps, 'ownEmail' | 'now' | 'onRevoke' | 'onForceLogout'> {
  readonly groups: readonly SessionGroup[]
}

/** Users rendered initially and added by each Show More. */
const PAGE_SIZE = 50

const EMPTY: ReadonlySet<string> = new Set()

function SessionGroupList({ groups, ...card }: SessionGroupListProps) {
  const [open, setOpen] = useState(EMPTY)
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE)
  const [toggle] = useState(
    () => (userId: string) =>
      setOpen((current) => {
        const next = new Set(current)
        if (!next.delete(userId)) next.add(userId)
        return next
      }),
  )
  if (groups.length === 0) return <EmptyState title="No sessions found">No session matches these filters.</EmptyState>
  const sessions = groups.reduce((sum, group) => sum + group.sessions.length, 0)
  return (
    <div className={stack}>
      <div className={spaceBetween}>
        <span className={layout.quiet}>
          {sessions} session(s) of {groups.length} user(s)
        </span>
        <span className={row}>
          <Button size="small" onClick={() => setOpen(new Set(groups.map(({ userId }) => userId)))}>
            Expand All
          </Button>
          <Button size="small" onClick={() => setOpen(EMPTY)}>
            Collapse All
          </Button>
        </span>
      </div>
      <ul className={list} aria-label="Sessions by user">
        {groups.slice(0, visibleCount).map((group) => (
          <SessionGroupCard
            key={group.userId}
            group={group}
            isOpen={open.has(group.userId)}
            onToggle={toggle}
            {...card}
          />
        ))}
      </ul>
      {groups.length > visibleCount ? (
        <Button onClick={() => setVisibleCount(visibleCount + PAGE_SIZE)}>
          Show {Math.min(PAGE_SIZE, groups.length - visibleCount)} More Users
        </Button>
      ) : null}
    </div>
  )
}

interface SessionsTableProps extends Pick<
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
function SessionsTable({ ownEmail, now, onRevoke, ...table }: SessionsTableProps) {
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
                <TruncationNotice {...value} onTable={() => change({ view: 'table' })} />
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
