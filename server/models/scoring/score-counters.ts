import type { Signal } from '#contract/analysis/signals.ts'
import { MODEL_LIMITS } from '#contract/limits.ts'
import type { HitRate } from '#contract/models/performance.ts'

/** A model's calls on one market, summed up. */
export interface ScoreCounters {
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

export const emptyCounters = (since: number): ScoreCounters => ({
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
export const countResult = (counters: ScoreCounters, direction: Direction, latencyMs: number): ScoreCounters => ({
  ...counters,
  buys: counters.buys + (direction === 'BUY' ? 1 : 0),
  sells: counters.sells + (direction === 'SELL' ? 1 : 0),
  holds: counters.holds + (direction === 'HOLD' ? 1 : 0),
  inferences: counters.inferences + 1,
  latencySumMs: counters.latencySumMs + latencyMs,
  latencyMaxMs: Math.max(counters.latencyMaxMs, latencyMs),
})

export const countFailure = (counters: ScoreCounters): ScoreCounters => ({ ...counters, faults: counters.faults + 1 })
export const countUnready = (counters: ScoreCounters): ScoreCounters => ({ ...counters, unready: counters.unready + 1 })

/** With a call that was made at `before` and that the next close has judged. A HOLD changes nothing. */
export function countOutcome(
  counters: ScoreCounters,
  direction: Direction,
  before: number,
  close: number,
): ScoreCounters {
  if (direction === 'HOLD') return counters
  const isUp = close > before
  const isDown = close < before
  return {
    ...counters,
    calls: counters.calls + 1,
    hits: counters.hits + ((direction === 'BUY' ? isUp : isDown) ? 1 : 0),
    ups: counters.ups + (isUp ? 1 : 0),
    downs: counters.downs + (isDown ? 1 : 0),
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
export function hitRateOf({
  calls,
  hits,
  ups,
  downs,
}: Pick<ScoreCounters, 'calls' | 'hits' | 'ups' | 'downs'>): HitRate {
  return {
    calls,
    hits,
    hit_rate: calls === 0 ? null : wilson(hits, calls),
    base_rate: calls === 0 ? null : Math.max(ups, downs) / calls,
    too_few: calls < MODEL_LIMITS.minCalls,
    needed: MODEL_LIMITS.minCalls,
  }
}
