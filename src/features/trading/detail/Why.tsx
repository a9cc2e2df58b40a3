import { useMemo } from 'react'
import { ErrorState } from '#src/ui/display/ErrorState.tsx'
import { Skeleton } from '#src/ui/display/Skeleton.tsx'
import { useTradingContext, usePoll } from '../trading-context.ts'
import { TraceView } from './TraceView.tsx'
import * as css from './why.css.ts'

interface WhyProps {
  readonly strategyId: string
  readonly decisionId: string
}

/** Explains a decision from its stored trace. */
export function Why({ strategyId, decisionId }: WhyProps) {
  const { feeds } = useTradingContext()
  const poll = useMemo(() => feeds.why(strategyId, decisionId), [feeds, strategyId, decisionId])
  const { value: why, failure, isFetching, refetch } = usePoll(poll)
  return (
    <div className={css.why}>
      {why === undefined && failure === undefined ? <Skeleton height="160px" /> : null}
      {why === undefined && failure !== undefined ? (
        <ErrorState message="Failed to load the explanation" onRetry={refetch} busy={isFetching}>
          {failure.text}
        </ErrorState>
      ) : null}
      {why === undefined ? null : <TraceView trace={why.trace} nearestMiss={why.nearest_miss} />}
    </div>
  )
}
