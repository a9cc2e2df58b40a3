import { useObservableEagerState } from 'observable-hooks'
import { useContext, useEffect, useMemo } from 'react'
import { distinctUntilChanged, map, of } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import { DEFAULT_VIEW, type DashboardView } from '#src/streams/index.ts'
import { ServicesContext, useServices } from './services.ts'

const DEFAULT_VIEW$ = of(DEFAULT_VIEW)
const NO_CANDLES$ = of<readonly Candle[]>([])

/** The pair and timeframe that the dashboard shows; the default ones for what is shown without services. */
export const useDashboardView = (): DashboardView =>
  useObservableEagerState(useContext(ServicesContext)?.streams.view$ ?? DEFAULT_VIEW$)

/**
 * What `select` makes of the newest candles of the pair that is shown: those of one minute, or of another timeframe. Renders
 * when that changes.
 * @param select the same function from one rendering to the next
 */
export function useCandles<Value>(select: (candles: readonly Candle[]) => Value, timeframe: Timeframe = 'M1'): Value {
  const candles = useContext(ServicesContext)?.streams.candles
  const value$ = useMemo(
    () => (candles?.of(timeframe) ?? NO_CANDLES$).pipe(map(select), distinctUntilChanged()),
    [candles, select, timeframe],
  )
  return useObservableEagerState(value$)
}

/** Receives the streams of all pairs while the screen is shown, not only those of the dashboard's pair. */
export function useAllPairs(): void {
  const { allPairs$ } = useServices().streams
  useEffect(() => {
    const watching = allPairs$.subscribe()
    return () => watching.unsubscribe()
  }, [allPairs$])
}
