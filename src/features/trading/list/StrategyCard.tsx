import { Eye } from 'lucide-react'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { toMillis } from '#contract/time.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { formatDate, formatExact } from '#src/ui/format/time.ts'
import { useTradingContext } from '../trading-context.ts'
import { formatSymbol } from '#src/ui/format/pair.ts'
import { PAUSE_REASONS, STATUS_TONES } from '../texts.ts'
import * as page from '../trading.css.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { pluralize } from '#src/ui/format/number.ts'
import * as css from './list.css.ts'
import { Activity } from './Activity.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { useStrategyActions } from './useStrategyActions.ts'

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
