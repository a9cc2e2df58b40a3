import { Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'

/** Update of a chart: replace all candles, or apply one (same timestamp as the last: replace it; larger: append). */
export type ChartFeed =
  | { readonly kind: 'reset'; readonly candles: readonly Candle[] }
  | { readonly kind: 'tick'; readonly candle: Candle }

/** Above this number of new candles, as after a hidden tab, one reset is cheaper. */
const MAX_TICKS = 3

/**
 * Updates that turn the candles a chart shows into `next`. Unchanged candles are the same objects; a chart at
 * `capacity` drops its oldest candles by itself.
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
  // The number of candles dropped at the front.
  const dropped = shown.length - 1 - from
  if (from < 0 || dropped < 0 || (dropped > 0 && next.length < capacity) || next.length - from > MAX_TICKS) return reset
  for (let index = 0; index < from; index += 1) if (next[index] !== shown[index + dropped]) return reset
  const changed = next[from] === last ? next.slice(from + 1) : next.slice(from)
  return changed.map((candle) => ({ kind: 'tick', candle }))
}

/** Converts windows into updates. Each subscriber starts with a reset. */
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
