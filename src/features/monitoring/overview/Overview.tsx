import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { throttleTime } from 'rxjs'
import { useServices } from '#src/app/services.ts'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'
import { LatencyCard } from '../latency/LatencyCard.tsx'
import { CategoryCard } from './CategoryCard.tsx'
import { columns } from './overview.css.ts'
import { SummaryCard } from './SummaryCard.tsx'

/** Minimum interval between updates of the totals, in ms. */
const THROTTLE_MS = 250

/** Totals, categories and latency of all streams. */
export function Overview({ connections }: { readonly connections: readonly ConnectionSummary[] }) {
  const { records, market$ } = useServices().streams
  const { summary$ } = records
  const market = useObservableEagerState(market$)
  // Summing up a thousand records in every frame would cost more than folding their messages.
  const throttled$ = useMemo(
    () => summary$.pipe(throttleTime(THROTTLE_MS, undefined, { leading: true, trailing: true })),
    [summary$],
  )
  const summary = useObservableEagerState(throttled$)
  return (
    <>
      <SummaryCard {...{ summary, connections, market }} />
      <div className={columns}>
        <CategoryCard summary={summary} />
        <LatencyCard connections={connections} />
      </div>
    </>
  )
}
