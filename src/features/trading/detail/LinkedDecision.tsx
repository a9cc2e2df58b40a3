import { useMemo } from 'react'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { useMarketNow, useTradingContext } from '../trading-context.ts'
import { DecisionTime } from './DecisionParts.tsx'
import * as css from './detail.css.ts'
import { ShowOnChart } from './ShowOnChart.tsx'
import { TraceSteps, TraceSummary } from './TraceView.tsx'

interface LinkedDecisionProps {
  readonly strategyId: string
  readonly decisionId: string
}

/** A decision that the address names, with its explanation. */
export function LinkedDecision({ strategyId, decisionId }: LinkedDecisionProps) {
  const { feeds } = useTradingContext()
  const now = useMarketNow()
  const data = useRemoteData(useMemo(() => feeds.why(strategyId, decisionId), [feeds, strategyId, decisionId]))
  return (
    <AsyncContent data={data} loading={<Skeleton height="132px" />} failed="Failed to load the explanation">
      {({ decision, trace, nearest_miss: nearestMiss }) => (
        <div className={css.item}>
          <div className={layout.wrap[2]}>
            <DecisionTime decision={decision} now={now} />
            <ShowOnChart decision={decision} />
          </div>
          <TraceSummary trace={trace} nearestMiss={nearestMiss} />
          <TraceSteps trace={trace} />
        </div>
      )}
    </AsyncContent>
  )
}
