import type { PatternAnalysis } from '#contract/payloads/patterns.ts'
import type { StructureBreak } from '#contract/payloads/structure.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import type { MoveCase } from './case.ts'
import { isChartPattern, patternClass } from '#contract/track-records/interval.ts'

/** Candles after which a pattern or a break is judged. */
export const HORIZON = 10

/** A closed candle: its opening in unix seconds, and its close. */
export interface Close {
  readonly at: number
  readonly price: number
}

/** The closed candles of a timeframe: how many so far, and the newest, oldest first, whose horizon is not over. */
export interface ClosedCandles {
  readonly count: number
  readonly closes: readonly Close[]
}
export type CandlesByTimeframe = ReadonlyMap<AnalysisTimeframe, ClosedCandles>

/** Patterns that were cases already, with the time of each, by timeframe. */
export type SeenPatterns = Map<AnalysisTimeframe, Map<string, number>>

/** [SC-2] The cases of the patterns that are published for the first time: a chart pattern once per stage. */
export function patternCases(
  { patterns }: PatternAnalysis,
  candles: CandlesByTimeframe,
  seen: SeenPatterns,
): MoveCase[] {
  return ANALYSIS_TIMEFRAMES.flatMap((timeframe) => {
    const { count = 0, closes = [] } = candles.get(timeframe) ?? {}
    const newest = closes.at(-1)
    const known = seen.get(timeframe) ?? new Map<string, number>()
    seen.set(timeframe, known)
    return (patterns[timeframe] ?? []).flatMap(({ pattern, bullish, timestamp, maturity }): MoveCase[] => {
      const { formation_stage: stage, pattern_reliability: claimed } = maturity
      const name = patternClass(pattern, stage)
      const key = `${timeframe} ${name} ${bullish} ${timestamp}`
      if (known.has(key)) return []
      known.set(key, timestamp)
      if (newest === undefined) return []
      return [
        {
          kind: 'pattern',
          key,
          class: name,
          claimed,
          openedAt: newest.at,
          timeframe,
          isUp: bullish,
          from: newest.price,
          due: count + HORIZON,
        },
      ]
    })
  })
}

/**
 * Forgets the patterns that are not published again: candlesticks that are older than the closes, and chart patterns before the
 * newest swing.
 */
export function forgetPatterns(seen: SeenPatterns, candles: CandlesByTimeframe): void {
  for (const [timeframe, known] of seen) {
    const { closes = [] } = candles.get(timeframe) ?? {}
    const oldest = closes.length < HORIZON ? -Infinity : (closes[0]?.at ?? -Infinity)
    const charts = [...known].filter(([key]) => isChartPattern(key))
    const newestSwing = Math.max(...charts.map(([, at]) => at))
    for (const [key, at] of known) {
      const isOver = isChartPattern(key) ? at < newestSwing : at < oldest
      if (isOver) known.delete(key)
    }
  }
}

/** [SC-4] The cases of the breaks whose candle has just closed. */
export function breakCases(breaks: readonly StructureBreak[], candles: CandlesByTimeframe): MoveCase[] {
  return breaks.flatMap(({ break_type: name, timeframe, timestamp }): MoveCase[] => {
    const { count = 0, closes = [] } = candles.get(timeframe) ?? {}
    const newest = closes.at(-1)
    if (newest?.at !== timestamp) return []
    return [
      {
        kind: 'break',
        key: `${timeframe} ${name} ${timestamp}`,
        class: name,
        claimed: null,
        openedAt: timestamp,
        timeframe,
        isUp: name.startsWith('bullish'),
        from: newest.price,
        due: count + HORIZON,
      },
    ]
  })
}
