import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { map, throttleTime, type Observable } from 'rxjs'
import { candleKey } from '#contract/analysis/payloads.ts'
import { DEFAULT_PAIR } from '#contract/pairs.ts'
import { DEFAULT_TIMEFRAME } from '#contract/timeframes.ts'
import type { ChartWindow, MarketSnapshot } from '#src/streams/index.ts'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatClock, formatExact, toIso } from '#src/ui/format/time.ts'
import { TrustMark } from '../card/TrustMark.tsx'
import type { MessageMetadata } from '../card/trust.ts'
import * as css from './LiveChartCard.css.ts'

const KEY = candleKey(DEFAULT_PAIR, DEFAULT_TIMEFRAME)
/** The source changes with every tick; the trust mark is updated at most this often. */
const THROTTLE_MS = 250

export interface ChartAgeProps {
  readonly window$: Observable<ChartWindow>
  readonly market: MarketSnapshot | undefined
  readonly isLoading: boolean
}

function metadataOf({ freshest, lastUpdate }: ChartWindow): MessageMetadata | undefined {
  if (freshest === undefined || lastUpdate === undefined) return undefined
  const { source: delivery, messageId, receivedAt, provenance } = freshest
  return { key: KEY, messageId, delivery, timestamp: lastUpdate, receivedAt, provenance }
}

/** Time of the latest candle update, and its trust mark. */
export function ChartAge({ window$, market, isLoading }: ChartAgeProps) {
  const metadata$ = useMemo(
    () => window$.pipe(throttleTime(THROTTLE_MS, undefined, { leading: true, trailing: true }), map(metadataOf)),
    [window$],
  )
  const metadata = useObservableEagerState(metadata$)
  if (metadata === undefined && isLoading) return <Skeleton width="260px" height="20px" />
  if (metadata === undefined) return <span className={css.lastUpdate}>No update yet</span>
  const { timestamp } = metadata
  return (
    <>
      <time className={css.lastUpdate} dateTime={toIso(timestamp)} title={formatExact(timestamp)}>
        Last update {formatClock(timestamp)} UTC
      </time>
      <TrustMark metadata={metadata} market={market} />
    </>
  )
}
