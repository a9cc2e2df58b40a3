import type { DataError, Since } from '#contract/payloads/header.ts'
import type { Pattern, PatternAnalysis } from '#contract/payloads/patterns.ts'
import { parsePair, type PairId } from '#contract/pairs.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { biasOf, clamp01, mean, TIMEFRAME_WEIGHT } from '../candles/math.ts'
import type { ActivePattern } from './tracker.ts'
import type { FoundRecord } from '#contract/track-records/book.ts'
import { compareWithChance, type Comparison } from '#contract/track-records/text.ts'
import { RECORD_BOOK } from '#server/analysis/track-records/track-records.ts'
import { patternClass } from '#contract/track-records/interval.ts'

const INSIGHTS: Record<Comparison, string> = {
  better: 'has been right more often than by chance',
  same: 'is right as often as by chance',
  worse: 'has been wrong more often than by chance',
}

/** A pattern on a timeframe of a pair. */
interface TrackedPattern {
  readonly name: string
  readonly stage: string
  readonly pair: PairId | undefined
  readonly timeframe: AnalysisTimeframe
}

const recordOf = ({ name, stage, pair, timeframe }: TrackedPattern): FoundRecord | undefined =>
  RECORD_BOOK.find({ claim: 'pattern', pair, timeframe, class: patternClass(name, stage) })

/** By pattern: each is looked up in every minute that it is active. */
const reliabilities = new Map<string, number>()

/**
 * How often such a pattern on that timeframe is right: as often as a coin, and its edge; one half where none was counted. For
 * patterns that the analysis itself found: there are only so many.
 */
export function patternReliability(pattern: TrackedPattern): number {
  const key = `${pattern.pair} ${pattern.timeframe} ${pattern.stage} ${pattern.name}`
  const known = reliabilities.get(key)
  if (known !== undefined) return known
  const found = recordOf(pattern)
  const reliability = clamp01((found?.coin ?? 0.5) + (found?.record.edge ?? 0))
  reliabilities.set(key, reliability)
  return reliability
}

/** What the pattern's record says, in words: 'On H1 it is not known to say more than chance.' */
export function recordInsight(pattern: TrackedPattern): string {
  const { pair } = pattern
  if (pair !== undefined && !RECORD_BOOK.knows(pair)) return 'Not enough is known of this market yet.'
  const found = recordOf(pattern)
  const comparison = found && compareWithChance(found.record)
  return comparison === undefined
    ? `On ${pattern.timeframe} it has been too rare for a record.`
    : `On ${pattern.timeframe} it ${INSIGHTS[comparison]}.`
}

/** Patterns of one timeframe, with the size of the move to expect: no larger than after any other candle. */
export interface TimeframePatterns {
  readonly timeframe: AnalysisTimeframe
  readonly active: readonly ActivePattern[]
  /** Since when they point where they do; undefined before the first candle. */
  readonly since: Since | undefined
  /** Whether it has enough candles to look for patterns. */
  readonly isWarm: boolean
  /** Half of the moves over its next ten candles are smaller, in percent; undefined without a forecast. */
  readonly expectedMove: number | undefined
}

export interface PatternContext {
  readonly pair: PairId
  readonly context: PatternAnalysis['market_context']
  /** True when price is at a support (for a rise) or at a resistance (for a fall). */
  readonly isBacked: (direction: 1 | -1) => boolean
}

type PatternPart = Omit<PatternAnalysis, 'timestamp' | 'trading_pair' | 'exchange'>

/** Net share of the weight from which the market bias is not neutral. */
const LEAN_THRESHOLD = 0.2
/** Values that count as full evidence: twice the usual volume, a height of two average true ranges. */
const FULL_VOLUME = 2
const FULL_SIZE = 2

/**
 * Share of the available evidence, not a probability: the mean of volume (relative to twice the usual), height (relative to
 * two average true ranges), and location (1 at a level that backs it, one half elsewhere).
 */
function confidenceOf(pattern: ActivePattern, backed: boolean): number {
  const volume = clamp01((pattern.relativeVolume ?? 0) / FULL_VOLUME)
  const size = clamp01(pattern.size / FULL_SIZE)
  return clamp01(mean([volume, size, backed ? 1 : 0.5]) ?? 0)
}

function toPattern(
  pattern: ActivePattern,
  { timeframe, expectedMove }: Pick<TimeframePatterns, 'timeframe' | 'expectedMove'>,
  { pair, isBacked }: PatternContext,
): Pattern {
  return {
    pattern: pattern.name,
    bullish: pattern.direction === 1,
    confidence: confidenceOf(pattern, isBacked(pattern.direction)),
    expected_move: expectedMove ?? null,
    description: `${pattern.name}: ${pattern.meaning}`,
    maturity: {
      formation_stage: pattern.stage,
      pattern_reliability: patternReliability({ ...pattern, pair, timeframe }),
    },
    timestamp: pattern.time,
  }
}

interface WeightedPattern {
  readonly timeframe: AnalysisTimeframe
  readonly pattern: Pattern
  readonly weight: number
}

const directionOf = ({ pattern }: WeightedPattern): 1 | -1 => (pattern.bullish ? 1 : -1)
const netOf = (weighed: readonly WeightedPattern[]): number =>
  weighed.reduce((sum, w) => sum + directionOf(w) * w.weight, 0)
const totalOf = (weighed: readonly WeightedPattern[]): number => weighed.reduce((sum, { weight }) => sum + weight, 0)

/**
 * `bias_strength`: net share of the patterns' weight (confidence times timeframe weight) on one side;
 * `alignment_score`: share of the timeframes with patterns that have the same bias; `overall_confidence`: mean
 * confidence, weighted by timeframe.
 */
function summaryOf(weighed: readonly WeightedPattern[]): PatternAnalysis['summary'] {
  const total = totalOf(weighed)
  const present = ANALYSIS_TIMEFRAMES.filter((timeframe) => weighed.some((each) => each.timeframe === timeframe))
  const of = (timeframe: AnalysisTimeframe) => weighed.filter((each) => each.timeframe === timeframe)
  const net = total > 0 ? netOf(weighed) / total : 0
  const bias = biasOf(net, LEAN_THRESHOLD)
  const leaning = present.filter(
    (timeframe) => biasOf(netOf(of(timeframe)) / totalOf(of(timeframe)), LEAN_THRESHOLD) === bias,
  )
  const counted = weighed.reduce((sum, { timeframe }) => sum + TIMEFRAME_WEIGHT[timeframe], 0)
  const dominant = present.toSorted((a, b) => totalOf(of(b)) - totalOf(of(a)))[0]
  return {
    overall_confidence: counted > 0 ? clamp01(total / counted) : 0,
    alignment_score: present.length > 0 ? leaning.length / present.length : 0,
    bias_strength: clamp01(Math.abs(net)),
    dominant_timeframe: dominant ?? null,
    market_bias: bias,
  }
}

function highlightOf(
  weighed: readonly WeightedPattern[],
  pair: PairId | undefined,
): PatternAnalysis['pattern_highlight'] {
  const best = weighed.toSorted((a, b) => b.weight - a.weight)[0]
  if (!best) return null
  const { pattern, timeframe } = best
  const stage = pattern.maturity.formation_stage
  return {
    pattern_name: pattern.pattern,
    timeframe,
    confidence: pattern.confidence,
    expected_move_pct: pattern.expected_move,
    key_insight: `${pattern.description}. ${recordInsight({ name: pattern.pattern, stage, pair, timeframe })}`,
  }
}

const TOO_FEW: DataError = { code: 'invalid_summary', message: 'Too few candles to look for patterns.' }

function summarize(
  patterns: PatternAnalysis['patterns'],
  pair: PairId | undefined,
): Pick<PatternPart, 'summary' | 'pattern_highlight'> {
  const weighed = ANALYSIS_TIMEFRAMES.flatMap((timeframe) =>
    (patterns[timeframe] ?? []).map((pattern) => ({
      timeframe,
      pattern,
      weight: pattern.confidence * TIMEFRAME_WEIGHT[timeframe],
    })),
  )
  return { summary: summaryOf(weighed), pattern_highlight: highlightOf(weighed, pair) }
}

/** Patterns of all timeframes, newest first, with a summary; with an error code while no timeframe has enough candles. */
export function patternPayload(timeframes: readonly TimeframePatterns[], context: PatternContext): PatternPart {
  const patterns: PatternAnalysis['patterns'] = {}
  const directionSince: PatternAnalysis['direction_since'] = {}
  for (const each of timeframes) {
    if (each.active.length === 0) continue
    patterns[each.timeframe] = each.active.map((pattern) => toPattern(pattern, each, context))
    if (each.since) directionSince[each.timeframe] = each.since
  }
  return {
    errors: timeframes.some(({ isWarm }) => isWarm) ? [] : [TOO_FEW],
    ...summarize(patterns, context.pair),
    patterns,
    direction_since: directionSince,
    market_context: context.context,
  }
}

function only<T>(timeframes: readonly AnalysisTimeframe[], byTimeframe: Partial<Record<AnalysisTimeframe, T>>) {
  const found: Partial<Record<AnalysisTimeframe, T>> = {}
  for (const timeframe of timeframes) {
    const own = byTimeframe[timeframe]
    if (own !== undefined) found[timeframe] = own
  }
  return found
}

/** The same analysis reduced to these timeframes, with a new summary. */
export function filterPatterns<T extends PatternAnalysis>(analysis: T, timeframes: readonly AnalysisTimeframe[]): T {
  const patterns = only(timeframes, analysis.patterns)
  return {
    ...analysis,
    ...summarize(patterns, parsePair(analysis.trading_pair)),
    patterns,
    ...(analysis.direction_since && { direction_since: only(timeframes, analysis.direction_since) }),
  }
}
