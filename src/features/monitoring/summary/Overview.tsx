import { useObservableEagerState } from 'observable-hooks'
import { useServices } from '#src/services.ts'
import type { Feed } from '../feeds.ts'
import { LatencyCard } from '../latency/LatencyCard.tsx'
import { CategoryCard } from './CategoryCard.tsx'
import { pair } from './summary.css.ts'
import { SummaryCard } from './SummaryCard.tsx'

/** Everything that is said of all streams together. */
export function Overview({ feeds }: { readonly feeds: readonly Feed[] }) {
  const summary = useObservableEagerState(useServices().streams.records.summary$)
  return (
    <>
      <SummaryCard summary={summary} feeds={feeds} />
      <div className={pair}>
        <CategoryCard summary={summary} />
        <LatencyCard feeds={feeds} />
      </div>
    </>
  )
}
