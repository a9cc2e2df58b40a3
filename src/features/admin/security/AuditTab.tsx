import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { AuditEntry } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { cx } from '#src/ui/cx.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { formatJson } from '#src/ui/format/json.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { notInCards, onlyInCards } from '#src/ui/table/DataTable.css.ts'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import { DetailToggle } from '#src/ui/table/parts.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { RowLink } from '../RowLink.tsx'
import { mono } from '../admin.css.ts'
import { AdminTable } from '../table/AdminTable.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { AlertFilterNotice } from './AlertFilterNotice.tsx'
import { HoursSelect } from './HoursSelect.tsx'
import { LogTime } from './LogTime.tsx'
import { Property } from './Property.tsx'
import { auditSentence } from './audit-sentence.ts'
import * as css from './security.css.ts'
import { actor, notices, tabFilters, userId } from './security.css.ts'
import { sortFor, useSecuritySearch } from './useSecuritySearch.ts'

/** 'sessions_ended' as 'Sessions ended'. */
const labelOf = (field: string): string => {
  const words = field
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What an entry says, with what is not in its row on a phone, in a sentence and a list, before its JSON; with links to what concerns the same users. */
function AuditDetails(entry: AuditEntry) {
  const { details, user_id: userId, user_email: actor, target_email: target } = entry
  return (
    <div className={css.details}>
      <p className={notInCards}>{auditSentence(entry)}</p>
      <dl className={onlyInCards}>
        <Property label="Action">{entry.action}</Property>
        <Property label="User ID">{userId ?? 'System'}</Property>
        <Property label="IP">{entry.ip_address ?? 'Unknown'}</Property>
      </dl>
      <dl>
        {Object.entries(details).map(([field, value]) => (
          <Property key={field} label={labelOf(field)}>
            {valueText(value)}
          </Property>
        ))}
      </dl>
      <span className={layout.wrap[3]}>
        {userId === null ? null : (
          <Link to="/admin/users" search={{ user: userId }}>
            {actor ?? 'User'}
          </Link>
        )}
        {actor === null ? null : (
          <Link to="/admin/sessions" search={{ search: actor }}>
            Sessions of {actor}
          </Link>
        )}
        {target === null || target === undefined || target === actor ? null : (
          <>
            <Link to="/admin/users" search={{ search: target }}>
              {target}
            </Link>
            <Link to="/admin/sessions" search={{ search: target }}>
              Sessions of {target}
            </Link>
            <Link to="/admin/security" search={{ tab: 'audit', email: target, hours: 168 }}>
              All about {target}
            </Link>
          </>
        )}
      </span>
      <pre className={css.json}>{formatJson(details)}</pre>
    </div>
  )
}

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

const auditColumns = (now: number): Columns<AuditEntry> =>
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
