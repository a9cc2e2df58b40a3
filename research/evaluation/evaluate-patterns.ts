import type { Pattern } from '#contract/payloads/patterns.ts'
import type { Candle } from '#contract/candles.ts'
import { HORIZON } from '#server/outcomes/moves.ts'

/** A published pattern with its newest candle at that time. */
export interface SampledPattern {
  readonly pattern: Pattern
  /** Index of the newest closed candle of its timeframe at the publication. */
  readonly index: number
}

/** Outcome of a published pattern. */
export interface PatternTrial {
  readonly name: string
  /** Open time of the newest candle at its publication, unix seconds. */
  readonly time: number
  readonly reliability: number
  /** True when price had moved in its direction ten candles later. */
  readonly isCorrect: boolean
  /** True when price moved its way by the expected size within ten candles. */
  readonly isReached: boolean
  /** Share of all candles of the same timeframe after which price moved in that direction. */
  readonly baseline: number
}

/** Shares of the candles after which price was higher, and lower, ten candles later. */
export function driftOf(candles: readonly Candle[]): { readonly up: number; readonly down: number } {
  let up = 0
  let down = 0
  const count = Math.max(1, candles.length - HORIZON)
  for (let i = 0; i + HORIZON < candles.length; i++) {
    const move = (candles[i + HORIZON]?.close ?? 0) - (candles[i]?.close ?? 0)
    if (move > 0) up += 1
    if (move < 0) down += 1
  }
  return { up: up / count, down: down / count }
}

/** Evaluates the patterns of one timeframe against its candles, which must continue beyond the last pattern. */
export function evaluatePatterns(samples: readonly SampledPattern[], candles: readonly Candle[]): PatternTrial[] {
  const drift = driftOf(candles)
  return samples.flatMap(({ pattern, index }) => {
    const published = candles[index]
    const from = published?.close
    const ahead = candles.slice(index + 1, index + 1 + HORIZON)
    const last = ahead[HORIZON - 1]
    if (from === undefined || !last) return []
    const maxMove = pattern.bullish
      ? Math.max(...ahead.map(({ high }) => high)) - from
      : from - Math.min(...ahead.map(({ low }) => low))
    return [
      {
        name: pattern.pattern,
        time: published?.timestamp ?? 0,
        reliability: pattern.maturity.pattern_reliability,
        isCorrect: pattern.bullish ? last.close > from : last.close < from,
        isReached: pattern.expected_move !== null && (100 * maxMove) / from >= pattern.expected_move,
        baseline: pattern.bullish ? drift.up : drift.down,
      },
    ]
  })
}
