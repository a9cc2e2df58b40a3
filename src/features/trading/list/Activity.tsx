import { useMemo } from 'react'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatCount } from '#src/ui/format/number.ts'
import { useTradingContext } from '../trading-context.ts'
import * as page from '../trading.css.ts'
import { DecisionShares } from './DecisionShares.tsx'
import { LastDecision } from './LastDecision.tsx'
import * as css from './list.css.ts'

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
export function Activity({ id }: { readonly id: string }) {
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
