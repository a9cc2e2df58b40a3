import { useMemo } from 'react'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { useTradingContext } from '../trading-context.ts'
import { TraceSteps, TraceSummary } from './TraceView.tsx'
import * as css from './why.css.ts'

interface WhyProps {
  readonly strategyId: string
  readonly decisionId: string
}

/** Explains a decision from its stored trace. */
export function Why({ strategyId, decisionId }: WhyProps) {
  const { feeds } = useTradingContext()
  const data = useRemoteData(useMemo(() => feeds.why(strategyId, decisionId), [feeds, strategyId, decisionId]))
  return (
    <div className={css.why}>
      <AsyncContent data={data} loading={<Skeleton height="160px" />} failed="Failed to load the explanation">
        {(why) => (
          <>
            <TraceSummary trace={why.trace} nearestMiss={why.nearest_miss} />
            <TraceSteps trace={why.trace} />
          </>
        )}
      </AsyncContent>
    </div>
  )
}
