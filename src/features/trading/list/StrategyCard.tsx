import { assignInlineVars } from '@vanilla-extract/dynamic'
import { Eye } from 'lucide-react'
import { useMemo } from 'react'
import { STRATEGY } from '#contract/limits.ts'
import type { StrategyActivity } from '#contract/strategies/activity.ts'
import { DECISION_TYPES, STATUS_CHANGES, type StrategyStatus } from '#contract/strategies/names.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { toMillis } from '#contract/time.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { meaningProps } from '#src/ui/data/meaning.ts'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatCount, formatNumber, formatPercent, pluralize } from '#src/ui/format/number.ts'
import { formatSymbol } from '#src/ui/format/pair.ts'
import { formatDate, formatExact } from '#src/ui/format/time.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { DecisionBadge } from '../DecisionBadge.tsx'
import { DECISION_TONES, PAUSE_REASONS, STATUS_TONES } from '../texts.ts'
import { useMarketNow, useTradingContext } from '../trading-context.ts'
import * as page from '../trading.css.ts'
import { MoreMenu } from './MoreMenu.tsx'
import * as css from './list.css.ts'
import { tone } from '#src/ui/theme/color.css.ts'

/** A status change that can be offered for a strategy. */
interface StatusChange {
  readonly to: StrategyStatus
  readonly text: 'Pause' | 'Resume' | 'Stop'
  readonly pastTense: string
}

const CHANGES: Partial<Record<StrategyStatus, StatusChange>> = {
  paused: { to: 'paused', text: 'Pause', pastTense: 'paused' },
  active: { to: 'active', text: 'Resume', pastTense: 'resumed' },
  stopped: { to: 'stopped', text: 'Stop', pastTense: 'stopped' },
}

/** Status changes available from this status. */
const statusChangesFor = (status: StrategyStatus): readonly StatusChange[] =>
  STATUS_CHANGES[status].flatMap((to) => CHANGES[to] ?? [])

/** [TG-35] */
const stopQuestion = (name: string) => ({
  title: `Stop strategy "${name}"?`,
  text: 'It decides no more, and after a minute this is final: a stopped strategy cannot be resumed. Its decisions can still be read. To interrupt it, pause it instead.',
  confirmText: 'Stop',
  danger: true,
})

/**
 * Changes the status of a strategy or deletes it; stopping and deleting ask first, and a stop can be undone. Success shows a toast, failure an alert with the server's message:
 * 'Failed to update strategy: ...', 'Failed to delete strategy: ...'.
 */
function useStrategyActions({ id, name, status }: Pick<StrategySummary, 'id' | 'name' | 'status'>) {
  const { commands } = useTradingContext()
  const { dialogs, toasts } = useOverlays()
  const changing = useMutation((to: StrategyStatus) => commands.setStatus(id, to))
  const removing = useMutation(() => commands.remove(id))

  const alertFailure = (text: string) => dialogs.alert({ title: `Failed to update strategy: ${text}` })

  /** Not through `changing`: by then the card may be gone. */
  async function undoStop() {
    const result = await commands.setStatus(id, status)
    if (result.ok) toasts.success(`Strategy "${name}" is ${status} again`)
    else await alertFailure(result.error.text)
  }

  async function change(to: StrategyStatus) {
    if (to === 'stopped' && !(await dialogs.confirm(stopQuestion(name)))) return
    const result = await changing.mutate(to)
    if (result?.ok === false) return alertFailure(result.error.text)
    if (result === undefined) return undefined
    const text = `Strategy "${name}" ${CHANGES[to]?.pastTense ?? to}`
    if (to === 'stopped') toasts.undoable(text, { onUndo: () => void undoStop(), forMs: STRATEGY.undoStop.offeredMs })
    else toasts.success(text)
  }

  async function remove() {
    const isConfirmed = await dialogs.confirm({
      title: `Are you sure you want to delete strategy "${name}"?`,
      text: 'Its decisions and signals will be deleted too.',
      confirmText: 'Delete',
      danger: true,
    })
    if (!isConfirmed) return
    const result = await removing.mutate()
    if (result?.ok === true) toasts.success(`Strategy "${name}" deleted`)
    else if (result) await dialogs.alert({ title: `Failed to delete strategy: ${result.error.text}` })
  }

  const busy = removing.isPending ? 'deleted' : changing.pending?.[0]
  return { changes: statusChangesFor(status), busy, change, remove }
}

/** How many of all decisions were BUY, SELL and HOLD, as one bar with its figures. */
function DecisionShares({ metrics }: { readonly metrics: StrategyActivity['performance_metrics'] }) {
  const { decisions_generated: decisions, decision_distribution: percents } = metrics
  if (decisions === 0) return null
  const text = DECISION_TYPES.map((type) => `${type} ${formatPercent(percents[type] / 100, 1)}`).join(' · ')
  const meaning = { kind: 'measurement', says: `Shares of ${formatNumber(decisions)} decisions.` } as const
  return (
    <div {...meaningProps(meaning)}>
      <div className={css.shares} aria-hidden="true">
        {DECISION_TYPES.map((type) => (
          <span
            key={type}
            className={`${css.share} ${tone[DECISION_TONES[type]]}`}
            style={assignInlineVars({ [css.percent]: String(percents[type]) })}
          />
        ))}
      </div>
      <p className={layout.quiet}>
        {text} of {pluralize(decisions, 'decision')}
      </p>
    </div>
  )
}

/** The newest decision: what, how long ago, and why in one line. */
function LastDecision({ decision }: { readonly decision: StrategyActivity['last_decision'] }) {
  const now = useMarketNow()
  if (decision === null) return <p className={layout.quiet}>No decision yet</p>
  const { timestamp, decision_type: type, why } = decision
  return (
    <>
      <p className={layout.wrap[2]}>
        {type === undefined ? 'Decided' : <DecisionBadge type={type} />}
        <RelativeTime at={toMillis(timestamp)} now={now} />
      </p>
      {why === undefined ? null : (
        <p className={css.why} title={why}>
          {why}
        </p>
      )}
    </>
  )
}

/** Placeholder while the activity loads. */
const Lines = () => (
  <>
    <Skeleton height="22px" width="60%" />
    <Skeleton height="16px" />
    <Skeleton height="14px" width="80%" />
    <Skeleton height="22px" width="50%" />
  </>
)

/** The last decision of a strategy, the shares of its decisions, and its signal counts, polled. */
function Activity({ id }: { readonly id: string }) {
  const { feeds } = useTradingContext()
  const { value, error } = useRemoteData(useMemo(() => feeds.performanceInList(id), [feeds, id]))
  if (value === undefined)
    return (
      <div className={css.activity}>
        {error === undefined ? <Lines /> : <Badge title={error.text}>No performance data</Badge>}
      </div>
    )
  const { total_signals: total, recent_signals: recent, last_decision: last, performance_metrics: metrics } = value
  return (
    <div className={css.activity}>
      <LastDecision decision={last} />
      <DecisionShares metrics={metrics} />
      <div className={page.badges}>
        <Badge tone="info">
          {formatCount(total)} {total === 1 ? 'signal' : 'signals'}
        </Badge>
        <Badge tone={recent > 0 ? 'success' : 'neutral'}>{formatCount(recent)} in 5 min</Badge>
      </div>
    </div>
  )
}

interface StrategyCardProps {
  readonly strategy: StrategySummary
  readonly onView: () => void
}

/** The buttons that change a strategy. */
function Changes({ strategy }: Pick<StrategyCardProps, 'strategy'>) {
  const { name } = strategy
  const { changes, busy, change, remove } = useStrategyActions(strategy)
  return (
    <>
      {changes.map(({ to, text }) => (
        <Button
          key={to}
          size="small"
          disabled={busy !== undefined}
          busy={busy === to}
          aria-label={`${text} ${name}`}
          onClick={() => void change(to)}
        >
          {text}
        </Button>
      ))}
      <MoreMenu strategy={strategy} />
      <Button
        size="small"
        variant="ghost"
        className={css.remove}
        disabled={busy !== undefined}
        busy={busy === 'deleted'}
        aria-label={`Delete ${name}`}
        onClick={() => void remove()}
      >
        Delete
      </Button>
    </>
  )
}

/** A strategy in the list. A press anywhere on it opens its details. */
export function StrategyCard({ strategy, onView }: StrategyCardProps) {
  const { id, name, status, description, exchanges, symbols, created_at: createdAt, paused_because: reason } = strategy
  const { shared_by: sharedBy, is_shared: isShared = false } = strategy
  const canChange = useTradingContext().canEdit && sharedBy === undefined
  const created = toMillis(createdAt)
  return (
    <li className={css.item}>
      <Card
        title={name}
        headingLevel={3}
        onOpen={onView}
        className={css.card}
        trailing={
          <Badge tone={STATUS_TONES[status]} shape="pill">
            {strategy.archived_at === undefined ? status : 'archived'}
          </Badge>
        }
        footer={
          <div className={css.actions}>
            <Button
              size="small"
              icon={<Eye size={14} aria-hidden="true" />}
              aria-label={`View ${name}`}
              onClick={onView}
            >
              View
            </Button>
            {canChange ? <Changes strategy={strategy} /> : null}
          </div>
        }
      >
        <div className={css.body}>
          {reason && <p className={page.notice}>{PAUSE_REASONS[reason]}</p>}
          {sharedBy === undefined ? null : <p className={layout.quiet}>Shared by {sharedBy}, to read</p>}
          {isShared ? <p className={layout.quiet}>Others can read it</p> : null}
          <p className={css.description}>{description.trim() === '' ? 'No description provided' : description}</p>
          <p className={layout.quiet}>
            {exchanges.join(', ')} · {symbols.map(formatSymbol).join(', ')}
          </p>
          <p className={layout.quiet}>
            {pluralize(strategy.signal_sources, 'signal source')} ·{' '}
            {pluralize(strategy.confluence_rules, 'confluence rule')}
          </p>
          <p className={layout.quiet}>
            Created{' '}
            <time dateTime={new Date(created).toISOString()} title={formatExact(created)}>
              {formatDate(created)}
            </time>
          </p>
          <Activity id={id} />
        </div>
      </Card>
    </li>
  )
}
