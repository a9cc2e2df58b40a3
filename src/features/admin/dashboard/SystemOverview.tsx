import { Link } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { type AdminOverview, SEVERITIES } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { RemoteData } from '#src/lib/remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { formatNumber, pluralize } from '#src/ui/format/number.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { Dot } from '#src/ui/text/Dot.tsx'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { row, hourlyLine, link, overviewName, overviewRow } from '../admin.css.ts'

function OverviewRow({
  name,
  tone: rowTone = 'success',
  children,
  more,
}: {
  readonly name: string
  readonly tone?: Tone | undefined
  readonly children: ReactNode
  /** Where the details are. */
  readonly more?: ReactNode
}) {
  return (
    <li className={overviewRow}>
      <span className={overviewName}>
        <Dot tone={rowTone} />
        {name}
      </span>
      <span className={layout.muted}>{children}</span>
      <span className={link}>{more}</span>
    </li>
  )
}

const viewLabel = (target: string) => (
  <>
    View <VisuallyHidden>{target}</VisuallyHidden>
  </>
)

/** '2 critical, 1 low', the worst first. */
const alertsText = (alerts: AdminOverview['open_alerts']) =>
  SEVERITIES.toReversed()
    .filter((severity) => alerts[severity] > 0)
    .map((severity) => `${formatNumber(alerts[severity])} ${severity}`)
    .join(', ')

function alertsTone({ critical, high, medium, low }: AdminOverview['open_alerts']): Tone {
  if (critical + high > 0) return 'danger'
  return medium + low > 0 ? 'warning' : 'success'
}

/** Failed sign-ins in each of the last hours, as a line. */
function HourlyLine({ counts }: { readonly counts: readonly number[] }) {
  const most = Math.max(1, ...counts)
  const points = counts.map((count, hour) => `${hour},${1 - count / most}`).join(' ')
  return (
    <svg className={hourlyLine} viewBox={`0 0 ${counts.length - 1} 1`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** Red above 10, yellow above 0, green at 0. */
export function failureTone(failedLogins: number): Tone {
  if (failedLogins > ADMIN_AREA.failedLoginsRed) return 'danger'
  return failedLogins > 0 ? 'warning' : 'success'
}

function SignInsRow({ counts }: { readonly counts: AdminOverview['failed_sign_ins'] }) {
  const sum = counts.reduce((total, count) => total + count, 0)
  return (
    <OverviewRow
      name="Failed sign-ins"
      tone={failureTone(sum)}
      more={
        <Link to="/admin/security" search={{ tab: 'attempts', outcome: 'failed' }}>
          {viewLabel('failed logins')}
        </Link>
      }
    >
      {sum === 0 ? (
        'None in 24 hours'
      ) : (
        <>
          <HourlyLine counts={counts} />
          {formatNumber(sum)} in 24 hours, at most {formatNumber(Math.max(...counts))} in one
        </>
      )}
    </OverviewRow>
  )
}

function FactorsRow({ accounts: { admins, others } }: { readonly accounts: AdminOverview['accounts_without_factor'] }) {
  const names = [admins > 0 && pluralize(admins, 'Admin'), others > 0 && pluralize(others, 'other account')]
  const without = names.filter((name) => typeof name === 'string').join(' and ')
  return (
    <OverviewRow
      name="Second factor"
      tone={admins > 0 ? 'warning' : 'success'}
      more={
        <Link to="/admin/users" search={{ factor: 'missing', status: 'active' }}>
          {viewLabel('users without a second factor')}
        </Link>
      }
    >
      {without === '' ? 'All accounts have one' : `Missing for ${without}`}
    </OverviewRow>
  )
}

/** What failed, each with where it is seen. */
function JobsRow({ jobs }: { readonly jobs: AdminOverview['failed_jobs'] }) {
  const { backtests, imports = 0, past_months: months = 0, models = 0 } = jobs
  // A gateway knows of backtests alone.
  const [none, tone] =
    jobs.imports === undefined
      ? (['No backtest in 24 hours; other jobs are known to the worker', 'neutral'] as const)
      : (['None in 24 hours', 'success'] as const)
  const failed = [
    backtests > 0 && (
      <Link key="backtests" to="/trading/backtests">
        {pluralize(backtests, 'backtest')}
      </Link>
    ),
    imports > 0 && (
      <Link key="imports" to="/trading/backtests" search={{ show: 'import' }}>
        {pluralize(imports, 'candle import')}
      </Link>
    ),
    months > 0 && (
      <Link key="months" to="/score">
        {pluralize(months, 'month')} of the score-card
      </Link>
    ),
    models > 0 && (
      <Link key="models" to="/dashboard" search={{ models: 'table' }}>
        {pluralize(models, 'model')}
      </Link>
    ),
  ].filter((each) => each !== false)
  return (
    <OverviewRow name="Failed jobs" tone={failed.length > 0 ? 'warning' : tone}>
      {failed.length === 0 ? none : <span className={row}>{failed}</span>}
    </OverviewRow>
  )
}

/** Age at which a backup is due. */
const BACKUP_DUE_MS = 7 * 86_400_000

function BackupRow({ last }: { readonly last: string | null }) {
  const now = useNow(MINUTE_MS)
  const isDue = last === null || now - Date.parse(last) > BACKUP_DUE_MS
  return (
    <OverviewRow name="Backup" tone={isDue ? 'warning' : 'success'}>
      {last === null ? (
        <>
          None yet: <code>npm run backup</code>
        </>
      ) : (
        <RelativeTime at={Date.parse(last)} now={now} />
      )}
    </OverviewRow>
  )
}

interface SystemOverviewProps {
  readonly overview: RemoteData<AdminOverview> & { readonly reload: () => void }
  readonly onRefresh: () => void
}

/** What an Admin looks after, with links to the filtered screens. */
export function SystemOverview({ overview, onRefresh }: SystemOverviewProps) {
  return (
    <Card
      title="System Overview"
      help={<Help of="System Overview" topic="overview" />}
      flush
      trailing={<RefreshButton size="small" isLoading={overview.isLoading} onRefresh={onRefresh} />}
      footer={overview.at === undefined ? undefined : <span>As of {formatExact(overview.at)}</span>}
    >
      <AsyncContent data={overview} loading="Loading overview..." failed="Failed to load the overview" lines={5}>
        {({
          open_alerts: alerts,
          accounts_without_factor: accounts,
          failed_sign_ins: counts,
          trouble,
          failed_jobs: jobs,
          ...value
        }) => (
          <ul>
            <OverviewRow
              name="Security alerts"
              tone={alertsTone(alerts)}
              more={
                <Link to="/admin/security" search={{ tab: 'alerts' }}>
                  {viewLabel('security alerts')}
                </Link>
              }
            >
              {alertsText(alerts) || 'None open'}
            </OverviewRow>
            <FactorsRow accounts={accounts} />
            <SignInsRow counts={counts} />
            <OverviewRow
              name="Server"
              tone={trouble.length > 0 ? 'danger' : 'success'}
              more={<Link to="/monitoring">{viewLabel('the streams')}</Link>}
            >
              {trouble.length === 0 ? 'No trouble' : trouble.map((line) => <p key={line}>{line}</p>)}
            </OverviewRow>
            <JobsRow jobs={jobs} />
            {value.last_backup === undefined ? null : <BackupRow last={value.last_backup} />}
          </ul>
        )}
      </AsyncContent>
    </Card>
  )
}
