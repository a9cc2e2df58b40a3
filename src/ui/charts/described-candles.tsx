import { useLayoutSubscription, useObservableEagerState } from 'observable-hooks'
import { useState } from 'react'
import { BehaviorSubject, distinctUntilChanged, map, Subject, throttleTime, type Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { describeCandles, formatSpan } from '../format/candles.ts'
import { formatChange, PERCENT_DECIMALS } from '../format/chart-labels.ts'
import { CandleTable } from '../table/CandleTable.tsx'
import * as css from './charts.css.ts'
import type { CandlesInView } from './series.ts'

const INTERVAL_MS = 200

/** The candles last described, undefined before the first. Replays its current value. */
export type DescribedCandles = Observable<readonly Candle[] | undefined>

type ViewSpan = Observable<CandlesInView | undefined>

function createDescribed() {
  const given$ = new Subject<readonly Candle[]>()
  const givenInView$ = new Subject<CandlesInView | undefined>()
  const inView$ = new BehaviorSubject<CandlesInView | undefined>(undefined)
  const candles$ = new BehaviorSubject<readonly Candle[] | undefined>(undefined)
  return {
    candles$,
    throttled$: given$.pipe(throttleTime(INTERVAL_MS, undefined, { leading: false, trailing: true })),
    inView$,
    throttledInView$: givenInView$.pipe(
      distinctUntilChanged((a, b) => a?.open === b?.open && a?.close === b?.close && a?.minutes === b?.minutes),
      throttleTime(INTERVAL_MS, undefined, { leading: true, trailing: true }),
    ),
    hasCandles$: candles$.pipe(
      map((candles) => candles !== undefined),
      distinctUntilChanged(),
    ),
    onCandles: (candles: readonly Candle[]) => given$.next(candles),
    onInView: (inView: CandlesInView | undefined) => givenInView$.next(inView),
    lastPrice$: candles$.pipe(
      map((candles) => candles?.at(-1)?.close),
      distinctUntilChanged(),
    ),
  }
}

/**
 * The candles in words and as a table, at most five times a second, for components of their own: the chart around them is not
 * rendered with them. `onCandles` and `onInView` take them at any time.
 */
export function useDescribedCandles() {
  const [described] = useState(createDescribed)
  const { throttled$, throttledInView$, candles$, inView$, hasCandles$ } = described
  useLayoutSubscription(throttled$, (candles) => candles$.next(candles))
  useLayoutSubscription(throttledInView$, (inView) => inView$.next(inView))
  return { ...described, hasCandles: useObservableEagerState(hasCandles$) }
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

/** How much time the candles in view span, and how the price changed over it. */
export function InView({ inView$ }: { readonly inView$: ViewSpan }) {
  const inView = useObservableEagerState(inView$)
  if (!inView) return null
  return (
    <span className={css.inView}>
      In view: {formatSpan(inView.minutes)}, {formatChange(inView.open, inView.close, PERCENT_DECIMALS)}
    </span>
  )
}
