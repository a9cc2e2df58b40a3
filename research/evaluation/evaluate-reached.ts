import type { Candle } from '#contract/candles.ts'
import type { ClaimCase } from './claims.ts'

/** Levels as published at some point in time, with the probability that the price reaches each within the hour. */
export interface ReachSample {
  /** Index of the first minute after the publication. */
  readonly index: number
  readonly price: number
  readonly levels: readonly { readonly price: number; readonly probability: number }[]
}

const HOUR_S = 3_600

/** Whether each level was reached within the hour; its chance is the share of all that were. */
export function evaluateReached(samples: readonly ReachSample[], minutes: readonly Candle[]): ClaimCase[] {
  const cases = samples.flatMap(({ index, price, levels }) => {
    const time = (minutes[index - 1]?.timestamp ?? 0) + 60
    let [high, low] = [-Infinity, Infinity]
    let at = index
    for (; at < minutes.length && (minutes[at]?.timestamp ?? 0) < time + HOUR_S; at++) {
      high = Math.max(high, minutes[at]?.high ?? high)
      low = Math.min(low, minutes[at]?.low ?? low)
    }
    if (at === minutes.length) return []
    return levels.map((level) => ({
      time,
      claimed: level.probability,
      happened: level.price >= price ? high >= level.price : low <= level.price,
    }))
  })
  const chance = cases.filter(({ happened }) => happened).length / Math.max(1, cases.length)
  return cases.map((each) => ({ ...each, chance }))
}
