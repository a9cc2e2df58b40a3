import { useMemo } from 'react'
import { toMillis } from '#contract/time.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatCount } from '#src/ui/format/number.ts'
import { useTradingContext, useMarketNow } from '../trading-context.ts'
import * as page from '../trading.css.ts'

function LastDecision({ at }: { readonly at: number }) {
  return <RelativeTime at={at} now={useMarketNow()} />
}

/** Signal counts and the last decision of a strategy. */
export function PerformanceBadges({ id }: { readonly id: string }) {
  const { feeds } = useTradingContext()
  const { value: performance, error } = useRemoteData(useMemo(() => feeds.performanceInList(id), [feeds, id]))
  if (performance === undefined)
    return error === undefined ? (
      <Skeleton width="60%" height="20px" />
    ) : (
      <Badge title={error.text}>No performance data</Badge>
    )
  const { total_signals: total, recent_signals: recent, last_decision: last } = performance
  return (
    <div className={page.badges}>
      <Badge tone="info">{formatCount(total)} signals</Badge>
      <Badge tone={recent > 0 ? 'success' : 'neutral'}>{formatCount(recent)} in 5 min</Badge>
      <Badge>
        {last === null ? (
          'No decision yet'
        ) : (
          <>
            Decided <LastDecision at={toMillis(last.timestamp)} />
          </>
        )}
      </Badge>
    </div>
  )
}
