import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { distinctUntilChanged, map, type Observable } from 'rxjs'
import { candleKey } from '#contract/payloads/streams.ts'
import { LIVENESS_TEXTS, TICKS, type ChartWindow, type Liveness, type MarketSnapshot } from '#src/streams/index.ts'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatClock, formatExact, toIso } from '#src/ui/format/time.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { TrustMark } from '../card/TrustMark.tsx'
import type { MessageMetadata } from '../card/trust.ts'
import * as css from './LiveChartCard.css.ts'
import { useSampled } from '#src/ui/format/useNow.ts'

export interface ChartAgeProps {
  readonly window$: Observable<ChartWindow>
  readonly market: MarketSnapshot | undefined
  readonly isLoading: boolean
  /** Wall time, unix ms, of the clock that the head of the page shows. */
  readonly now: number
}

function metadataOf({ view, freshest, lastUpdate }: ChartWindow): MessageMetadata | undefined {
  if (freshest === undefined || lastUpdate === undefined) return undefined
  const { source: delivery, messageId, receivedAt, provenance } = freshest
  const key = candleKey(view.pair, view.timeframe)
  return { key, messageId, delivery, timestamp: lastUpdate, receivedAt, provenance, cadence: TICKS }
}

/** Time of the latest update or, while none can arrive, why not. */
function LastUpdate({ at, liveness }: { readonly at: number; readonly liveness: Liveness }) {
  const reason = LIVENESS_TEXTS[liveness]
  if (reason !== undefined)
    return (
      <output className={css.interrupted} title={`Last update ${formatExact(at)}`}>
        {reason}
      </output>
    )
  return (
    <time className={css.lastUpdate} dateTime={toIso(at)} title={formatExact(at)}>
      <span className={css.lastUpdateWord}>Last update </span>
      {formatClock(at)}
      <span className={css.lastUpdateWord}> {zoneName(at)}</span>
    </time>
  )
}

/** Time of the latest candle update or the state of an interrupted connection, and the trust mark. */
export function ChartAge({ window$, market, isLoading, now }: ChartAgeProps) {
  const liveness$ = useMemo(
    () =>
      window$.pipe(
        map(({ liveness }) => liveness),
        distinctUntilChanged(),
      ),
    [window$],
  )
  const metadata = metadataOf(useSampled(window$, isLoading ? isLoading : now))
  const liveness = useObservableEagerState(liveness$)
  if (metadata === undefined && isLoading) return <Skeleton width="120px" height="20px" />
  if (metadata === undefined) return <span className={css.lastUpdate}>No update yet</span>
  return (
    <>
      <LastUpdate at={metadata.timestamp} liveness={liveness} />
      <TrustMark {...{ metadata, market, liveness }} />
    </>
  )
}
