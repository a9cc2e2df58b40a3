import { Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'

/** What the chart is told: everything anew, or one candle (same timestamp as its last: replace it; larger: append). */
export type ChartFeed =
  | { readonly kind: 'reset'; readonly candles: readonly Candle[] }
  | { readonly kind: 'tick'; readonly candle: Candle }

/** More new candles than this at once, as after a hidden tab, are cheaper as one reset. */
const MAX_TICKS = 3

/**
 * What leads from the candles that the chart has to those it should have. Unchanged candles are the same objects; a
 * chart that has `kept` of them drops the oldest by itself.
 */
export function diffCandles(
  shown: readonly Candle[],
  next: readonly Candle[],
  capacity: number = CHART.maxCandles,
): readonly ChartFeed[] {
  const last = shown.at(-1)
  const reset: readonly ChartFeed[] = [{ kind: 'reset', candles: next }]
  if (last === undefined) return next.length === 0 ? [] : reset
  const from = next.findLastIndex(({ timestamp }) => timestamp === last.timestamp)
  // Where the window slid on, the oldest candles left at the front.
  const dropped = shown.length - 1 - from
  if (from < 0 || dropped < 0 || (dropped > 0 && next.length < capacity) || next.length - from > MAX_TICKS) return reset
  for (let index = 0; index < from; index += 1) if (next[index] !== shown[index + dropped]) return reset
  const changed = next[from] === last ? next.slice(from + 1) : next.slice(from)
  return changed.map((candle) => ({ kind: 'tick', candle }))
}

/** Whole windows as what leads from one to the next: each subscriber begins with a reset. */
export const toFeed = (candles$: Observable<readonly Candle[]>): Observable<ChartFeed> =>
  new Observable((subscriber) => {
    let shown: readonly Candle[] | undefined
    return candles$.subscribe({
      next(candles) {
        const updates: readonly ChartFeed[] =
          shown === undefined ? [{ kind: 'reset', candles }] : diffCandles(shown, candles)
        shown = candles
        for (const update of updates) subscriber.next(update)
      },
      error: (error: unknown) => subscriber.error(error),
      complete: () => subscriber.complete(),
    })
  })
