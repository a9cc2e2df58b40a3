import type { Signal } from '#contract/analysis/signals.ts'
import { MODEL_LIMITS } from '#contract/limits.ts'
import type { HitRate } from '#contract/models/performance.ts'

/** A model's calls on one market, summed up. */
export interface Tally {
  /** Unix ms of the close that was first counted. */
  readonly since: number
  readonly buys: number
  readonly sells: number
  readonly holds: number
  readonly faults: number
  readonly unready: number
  /** BUY and SELL that the next candle has judged, and those of them that were right. */
  readonly calls: number
  readonly hits: number
  /** Of the judged candles, those that closed above and below. */
  readonly ups: number
  readonly downs: number
  readonly inferences: number
  readonly latencySumMs: number
  readonly latencyMaxMs: number
}

export const emptyTally = (since: number): Tally => ({
  since,
  buys: 0,
  sells: 0,
  holds: 0,
  faults: 0,
  unready: 0,
  calls: 0,
  hits: 0,
  ups: 0,
  downs: 0,
  inferences: 0,
  latencySumMs: 0,
  latencyMaxMs: 0,
})

type Direction = Signal['signal_type']

/** With an answer that took `latencyMs`. */
export const withAnswer = (tally: Tally, direction: Direction, latencyMs: number): Tally => ({
  ...tally,
  buys: tally.buys + (direction === 'BUY' ? 1 : 0),
  sells: tally.sells + (direction === 'SELL' ? 1 : 0),
  holds: tally.holds + (direction === 'HOLD' ? 1 : 0),
  inferences: tally.inferences + 1,
  latencySumMs: tally.latencySumMs + latencyMs,
  latencyMaxMs: Math.max(tally.latencyMaxMs, latencyMs),
})

export const withFault = (tally: Tally): Tally => ({ ...tally, faults: tally.faults + 1 })
export const withUnready = (tally: Tally): Tally => ({ ...tally, unready: tally.unready + 1 })

/** With a call that was made at `before` and that the next close has judged. A HOLD changes nothing. */
export function withOutcome(tally: Tally, direction: Direction, before: number, close: number): Tally {
  if (direction === 'HOLD') return tally
  const isUp = close > before
  const isDown = close < before
  return {
    ...tally,
    calls: tally.calls + 1,
    hits: tally.hits + ((direction === 'BUY' ? isUp : isDown) ? 1 : 0),
    ups: tally.ups + (isUp ? 1 : 0),
    downs: tally.downs + (isDown ? 1 : 0),
  }
}

const Z = 1.96

/** A share with Wilson's interval, which holds it in 95 of 100 cases. */
function wilson(hits: number, count: number) {
  const share = hits / count
  const middle = share + (Z * Z) / (2 * count)
  const spread = Z * Math.sqrt((share * (1 - share)) / count + (Z * Z) / (4 * count * count))
  const scale = 1 + (Z * Z) / count
  return { share, low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) }
}

/** How often the calls were right, beside what the more frequent direction alone would have hit. */
export function hitRateOf({ calls, hits, ups, downs }: Pick<Tally, 'calls' | 'hits' | 'ups' | 'downs'>): HitRate {
  return {
    calls,
    hits,
    hit_rate: calls === 0 ? null : wilson(hits, calls),
    base_rate: calls === 0 ? null : Math.max(ups, downs) / calls,
    too_few: calls < MODEL_LIMITS.minCalls,
    needed: MODEL_LIMITS.minCalls,
  }
}
