import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { throttleTime } from 'rxjs'
import { useServices } from '#src/app/services.ts'
import type { Feed } from '../feeds.ts'
import { LatencyCard } from '../latency/LatencyCard.tsx'
import { CategoryCard } from './CategoryCard.tsx'
import { columns } from './overview.css.ts'
import { SummaryCard } from './SummaryCard.tsx'

/** Figures of all streams change this often at most: nobody reads faster. */
const THROTTLE_MS = 250

/** Everything that is said of all streams together. */
export function Overview({ feeds }: { readonly feeds: readonly Feed[] }) {
  const { summary$ } = useServices().streams.records
  // Summing up a thousand records at every frame would cost more than folding their messages.
  const throttled$ = useMemo(
    () => summary$.pipe(throttleTime(THROTTLE_MS, undefined, { leading: true, trailing: true })),
    [summary$],
  )
  const summary = useObservableEagerState(throttled$)
  return (
    <>
      <SummaryCard summary={summary} feeds={feeds} />
      <div className={columns}>
        <CategoryCard summary={summary} />
        <LatencyCard feeds={feeds} />
      </div>
    </>
  )
}
