import { useLayoutSubscription, useObservableEagerState } from 'observable-hooks'
import { useState } from 'react'
import { BehaviorSubject, distinctUntilChanged, map, Subject, throttleTime, type Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { describeCandles } from '../format/candles.ts'
import { CandleTable } from '../table/CandleTable.tsx'

const INTERVAL_MS = 200

/** The candles last described, undefined before the first. Replays its current value. */
export type DescribedCandles = Observable<readonly Candle[] | undefined>

function createDescribed() {
  const given$ = new Subject<readonly Candle[]>()
  const candles$ = new BehaviorSubject<readonly Candle[] | undefined>(undefined)
  return {
    candles$,
    throttled$: given$.pipe(throttleTime(INTERVAL_MS, undefined, { leading: false, trailing: true })),
    hasCandles$: candles$.pipe(
      map((candles) => candles !== undefined),
      distinctUntilChanged(),
    ),
    onCandles: (candles: readonly Candle[]) => given$.next(candles),
    lastPrice$: candles$.pipe(
      map((candles) => candles?.at(-1)?.close),
      distinctUntilChanged(),
    ),
  }
}

/**
 * The candles in words and as a table, at most five times a second, for components of their own: the chart around them is not
 * rendered with them. `onCandles` takes them at any time.
 */
export function useDescribedCandles() {
  const [{ throttled$, candles$, hasCandles$, lastPrice$, onCandles }] = useState(createDescribed)
  useLayoutSubscription(throttled$, (candles) => candles$.next(candles))
  const hasCandles = useObservableEagerState(hasCandles$)
  return { candles$: candles$ as DescribedCandles, lastPrice$, hasCandles, onCandles }
}

export interface CandlesInWordsProps {
  readonly candles$: DescribedCandles
  /** Of a price. */
  readonly decimals: number
  readonly zones: number
  /** Seconds of a candle. */
  readonly stepS: number
}

export function CandlesInWords({ candles$, decimals, zones, stepS }: CandlesInWordsProps) {
  const candles = useObservableEagerState(candles$)
  return candles ? describeCandles(candles, decimals, zones, stepS) : null
}

export interface CandlesAsTableProps {
  readonly candles$: DescribedCandles
  readonly pair: PairId
  readonly className: string
}

export function CandlesAsTable({ candles$, ...props }: CandlesAsTableProps) {
  const candles = useObservableEagerState(candles$)
  return candles ? <CandleTable candles={candles} {...props} /> : null
}
