import type { PatternAnalysis } from '#contract/payloads/patterns.ts'
import type { StructureBreak } from '#contract/payloads/structure.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { confidenceBin, isChartPattern, patternClass } from '#contract/track-records/interval.ts'
import type { MoveCase } from './case.ts'

/** Candles after which a pattern or a break is judged. */
export const HORIZON = 10

/** The timeframe of directions that are judged one candle later. */
export const HOURLY: AnalysisTimeframe = 'H1'

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

/** The market when something was published. */
export interface PublishedAt {
  readonly candles: CandlesByTimeframe
  /** Close of the newest minute. */
  readonly price: number
  /** Average true range of H1 in the quote currency; 0 while it is unknown, or until levels are followed. */
  readonly hourlyRange: number
}

/** Patterns that were cases already, with the time of each, by timeframe. */
export type SeenPatterns = Map<AnalysisTimeframe, Map<string, number>>

/** What is claimed about the direction of the price. */
export type MoveClaim = Pick<MoveCase, 'kind' | 'key' | 'class' | 'claimed' | 'timeframe' | 'isUp'>

/** The case of a direction that is judged `horizon` candles after the newest of `of`; none before the first. */
export function moveCase(
  claim: MoveClaim,
  candles: CandlesByTimeframe,
  of: AnalysisTimeframe,
  horizon: number = HORIZON,
): MoveCase[] {
  const { count = 0, closes = [] } = candles.get(of) ?? {}
  const newest = closes.at(-1)
  if (newest === undefined) return []
  return [{ ...claim, openedAt: newest.at, from: newest.price, due: { timeframe: of, count: count + horizon } }]
}

/**
 * [SC-2] The cases of the patterns that are published for the first time: a chart pattern once per stage. Their class is their
 * name or, for `pattern_confidence`, the bin of their confidence.
 */
export function patternCases(
  { patterns }: PatternAnalysis,
  candles: CandlesByTimeframe,
  seen: SeenPatterns,
  kind: 'pattern' | 'pattern_confidence' = 'pattern',
): MoveCase[] {
  return ANALYSIS_TIMEFRAMES.flatMap((timeframe) => {
    const known = seen.get(timeframe) ?? new Map<string, number>()
    seen.set(timeframe, known)
    return (patterns[timeframe] ?? []).flatMap(({ pattern, bullish: isUp, timestamp, confidence, maturity }) => {
      const { formation_stage: stage, pattern_reliability: claimed } = maturity
      const name = patternClass(pattern, stage)
      const key = `${timeframe} ${name} ${isUp} ${timestamp}`
      if (known.has(key)) return []
      known.set(key, timestamp)
      const claim = kind === 'pattern' ? { class: name, claimed } : { class: confidenceBin(confidence), claimed: null }
      return moveCase({ kind, key: `${kind} ${key}`, ...claim, timeframe, isUp }, candles, timeframe)
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
export const breakCases = (breaks: readonly StructureBreak[], candles: CandlesByTimeframe): MoveCase[] =>
  breaks.flatMap(({ break_type: name, timeframe, timestamp }) => {
    if (candles.get(timeframe)?.closes.at(-1)?.at !== timestamp) return []
    const key = `${timeframe} ${name} ${timestamp}`
    const isUp = name.startsWith('bullish')
    return moveCase({ kind: 'break', key, class: name, claimed: null, timeframe, isUp }, candles, timeframe)
  })
