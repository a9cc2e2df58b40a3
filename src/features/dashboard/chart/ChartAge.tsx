import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { distinctUntilChanged, map } from 'rxjs'
import type { Observable } from 'rxjs'
import type { ChartWindow, MarketReading } from '#src/streams/index.ts'
import { Badge } from '#src/ui/display/Badge.tsx'
import { Skeleton } from '#src/ui/display/Skeleton.tsx'
import { formatAge, formatClock, formatExact } from '#src/ui/format/time.ts'
import { trustOf } from './candleClock.ts'
import * as css from './LiveChartCard.css.ts'

export interface ChartAgeProps {
  readonly window$: Observable<ChartWindow>
  readonly reading: MarketReading | undefined
  readonly isLoading: boolean
  /** Wall time, unix ms. */
  readonly now: number
}

/** When the newest figure is from, where from, and how old that is on the market's clock. */
export function ChartAge({ window$, reading, isLoading, now }: ChartAgeProps) {
  const lastUpdate$ = useMemo(
    () =>
      window$.pipe(
        // to the second: what is printed
        map(({ lastUpdate }) => lastUpdate && Math.floor(lastUpdate / 1000) * 1000),
        distinctUntilChanged(),
      ),
    [window$],
  )
  const lastUpdate = useObservableEagerState(lastUpdate$)
  if (lastUpdate === undefined && isLoading) return <Skeleton width="260px" height="20px" />
  if (lastUpdate === undefined) return <span className={css.lastUpdate}>No update yet</span>
  const trust = trustOf({ lastUpdate }, reading, now)
  return (
    <>
      <time className={css.lastUpdate} dateTime={new Date(lastUpdate).toISOString()} title={formatExact(lastUpdate)}>
        Last update {formatClock(lastUpdate)} UTC
      </time>
      {trust ? (
        <Badge tone={trust.tone} dot title="Source of the newest figure, and its age on the market's clock">
          {trust.source} · <span className={css.age}>{formatAge(trust.ageMs)}</span>
        </Badge>
      ) : null}
    </>
  )
}
