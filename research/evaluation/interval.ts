import type { Proportion } from '#contract/track-records/interval.ts'
import { seededRandom } from '#server/lib/random.ts'

export { wilsonInterval, type Proportion } from '#contract/track-records/interval.ts'

/** Hits and cases of one day. */
export interface DayCounts {
  readonly hits: number
  readonly count: number
}

const RESAMPLES = 1_000

/** Proportion over all days with a bootstrap interval that resamples entire days, as cases of one day are correlated. */
export function bootstrapByDay(days: readonly DayCounts[], seed = 1): Proportion {
  const total = (drawn: readonly DayCounts[]): DayCounts => ({
    hits: drawn.reduce((sum, day) => sum + day.hits, 0),
    count: drawn.reduce((sum, day) => sum + day.count, 0),
  })
  const { hits, count } = total(days)
  if (count === 0) return { share: 0, low: 0, high: 1, count }
  const random = seededRandom(seed)
  const shares: number[] = []
  for (let i = 0; i < RESAMPLES; i++) {
    const drawn = total(days.flatMap(() => days[Math.floor(random() * days.length)] ?? []))
    if (drawn.count > 0) shares.push(drawn.hits / drawn.count)
  }
  shares.sort((a, b) => a - b)
  const at = (share: number) => shares[Math.round(share * (shares.length - 1))] ?? 0
  return { share: hits / count, low: at(0.025), high: at(0.975), count }
}

/** Groups cases by UTC day, or by blocks of another length in seconds where cases overlap for longer. */
export function groupByDay<T>(
  cases: readonly T[],
  timeOf: (each: T) => number,
  isHit: (each: T) => boolean,
  blockS = 86_400,
): DayCounts[] {
  const days = new Map<number, { hits: number; count: number }>()
  for (const each of cases) {
    const day = Math.floor(timeOf(each) / blockS)
    const counts = days.get(day) ?? { hits: 0, count: 0 }
    days.set(day, { hits: counts.hits + (isHit(each) ? 1 : 0), count: counts.count + 1 })
  }
  return [...days.values()]
}
