import type { Observable } from 'rxjs'
import { changePct, type Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import { MINUTE_S } from '../format/candles.ts'
import { visibleSlots, type View } from '../input/viewport.ts'
import type { Series } from './series.ts'

/** Older candles of a chart, loaded as it is scrolled back. */
export interface ChartPast {
  /** Replays its current value, which changes just before the chart's candles do. */
  readonly window$: Observable<{
    /** Whether the last candle is the newest of the market. */
    readonly isAtNewest: boolean
    readonly status: 'idle' | 'loading' | 'failed'
  }>
  /** Called after each change of the view, with the ends that it comes close to. */
  readonly need: (ends: { readonly older: boolean; readonly newer: boolean }) => void
  readonly toNewest: () => void
}

/** The candles up to the right end of a view that a text and a table describe. */
export function describedCandles(series: Series, { to }: View): readonly Candle[] {
  const end = Math.min(series.candles.length, Math.max(1, Math.ceil(to - 0.5) - series.first))
  const from = Math.max(0, end - CHART.maxCandles)
  return from === 0 && end === series.candles.length ? series.candles : series.candles.slice(from, end)
}

/** What the candles that are at least partly in view span. */
export interface CandlesInView {
  /** From the first open to the last close, in percent. */
  readonly change: number
  /** From the first opening to the last candle's end. */
  readonly minutes: number
}

/** Undefined without a candle in view. */
export function candlesInView(series: Series, view: View): CandlesInView | undefined {
  const { first, last } = visibleSlots(view, series)
  const [from, to] = [series.at(first), series.at(last)]
  if (!from || !to) return undefined
  const minutes = Math.round((to.timestamp + series.stepS - from.timestamp) / MINUTE_S)
  return { change: changePct(from.open, to.close), minutes }
}

/** Whether two lists hold the same candles, apart from changes of the last. */
export const isSameList = (a: readonly Candle[], b: readonly Candle[]): boolean =>
  a.length === b.length &&
  a.at(-1)?.timestamp === b.at(-1)?.timestamp &&
  a.every((candle, index) => candle === b[index] || index === a.length - 1)
