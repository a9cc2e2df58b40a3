import { patternsDirection, type PatternDirection } from '#contract/payloads/directions.ts'
import { BIASES, type Bias } from '#contract/payloads/fields.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import {
  moveSize,
  isFields,
  oneOf,
  toFields,
  toList,
  toScore,
  toScores,
  toSince,
  toText,
  toTimeframe,
  toTimestamp,
  type Direction,
  type Fields,
  type SinceModel,
} from './fields.ts'
import { readPayload, type ParsedPayload, type ReadFields } from './payload.ts'
import { toPlainValues, type PlainValue } from './plain-values.ts'
import { omittedItems, problem } from './problems.ts'

/** A chart pattern on one timeframe. Scores are 0 to 1. */
export interface PatternModel {
  readonly id: string
  readonly name: string
  readonly direction: Direction
  readonly confidence: number | undefined
  /** Size of the move over the next ten candles, up or down, in percent of the price. */
  readonly expectedMove: number | undefined
  readonly description: string | undefined
  readonly stage: string | undefined
  readonly reliability: number | undefined
  /** Opening of the candle that completed it, unix ms; undefined if not sent. */
  readonly at: number | undefined
}

/** Patterns of one timeframe. */
export interface PatternGroup {
  readonly timeframe: AnalysisTimeframe
  readonly patterns: readonly PatternModel[]
  readonly direction: PatternDirection
  /** Of the direction. */
  readonly since: SinceModel | undefined
}

/** The pattern that the analysis highlights. */
export interface HighlightModel {
  readonly name: string
  readonly timeframe: AnalysisTimeframe | undefined
  readonly confidence: number | undefined
  readonly expectedMove: number | undefined
  readonly insight: string | undefined
}

/** Pattern analysis. The scores of its summary are all zero if any is missing. */
export interface PatternsModel {
  readonly summary: { readonly confidence: number; readonly alignment: number; readonly biasStrength: number }
  /** Neutral if not sent. */
  readonly bias: Bias
  readonly dominantTimeframe: AnalysisTimeframe | undefined
  readonly highlight: HighlightModel | undefined
  /** Text, or plain values by name. */
  readonly context: string | readonly PlainValue[]
  /** Dominant timeframe first, then from short to long; timeframes without patterns are absent. */
  readonly groups: readonly PatternGroup[]
}

const SUMMARY = ['overall_confidence', 'alignment_score', 'bias_strength'] as const
const MAX_CONTEXT_VALUES = 8

/** Whether a pattern points to the other side than all patterns together. */
export const isAgainst = (direction: Direction, bias: Bias): boolean =>
  direction !== 'none' && bias !== 'neutral' && direction !== bias

/** Missing directions are not guessed. */
const directionOf = (isBullish: unknown): Direction =>
  typeof isBullish === 'boolean' ? (isBullish ? 'bullish' : 'bearish') : 'none'

function readPattern(value: unknown, id: string): PatternModel | undefined {
  const pattern = toFields(value)
  const name = toText(pattern['pattern']) ?? toText(pattern['pattern_name'])
  if (name === undefined) return undefined
  const maturity = toFields(pattern['maturity'])
  return {
    id,
    name,
    direction: directionOf(pattern['bullish']),
    confidence: toScore(pattern['confidence']),
    expectedMove: moveSize(pattern['expected_move']) ?? moveSize(pattern['expected_move_pct']),
    description: toText(pattern['description']),
    stage: toText(maturity['formation_stage']),
    reliability: toScore(maturity['pattern_reliability']),
    at: toTimestamp(pattern['timestamp']),
  }
}

/** Patterns by timeframe, sent as a map of lists or as one list of patterns with their timeframe. */
function sentByTimeframe(patterns: unknown): ReadonlyMap<string, unknown> {
  if (isFields(patterns)) return new Map(Object.entries(patterns).map(([name, list]) => [name.toUpperCase(), list]))
  const lists = new Map<string, unknown[]>()
  for (const each of toList(patterns)) {
    const name = (toText(toFields(each)['timeframe']) ?? '').toUpperCase()
    const list = lists.get(name) ?? []
    lists.set(name, list)
    list.push(each)
  }
  return lists
}

function readGroups(payload: Fields, dominant: AnalysisTimeframe | undefined) {
  const sent = sentByTimeframe(payload['patterns'])
  const since = toFields(payload['direction_since'])
  const nonEmpty = ANALYSIS_TIMEFRAMES.flatMap((timeframe): PatternGroup[] => {
    const list = toList(sent.get(timeframe))
    const patterns = list.flatMap((pattern, index) => readPattern(pattern, `${timeframe} ${index}`) ?? [])
    const direction = patternsDirection(patterns.map((each) => each.direction))
    return direction === undefined ? [] : [{ timeframe, patterns, direction, since: toSince(since[timeframe]) }]
  })
  return {
    groups: [
      ...nonEmpty.filter((each) => each.timeframe === dominant),
      ...nonEmpty.filter((each) => each.timeframe !== dominant),
    ],
    sent: Array.isArray(payload['patterns']) ? [payload['patterns']] : [...sent.values()],
    readCount: nonEmpty.reduce((sum, { patterns }) => sum + patterns.length, 0),
  }
}

/** Reads `highlight`, or `pattern_highlight` with `expected_move_pct`. */
function readHighlight(payload: Fields): HighlightModel | undefined {
  const highlight = toFields(payload['pattern_highlight'] ?? payload['highlight'])
  const name = toText(highlight['pattern_name'])
  if (name === undefined) return undefined
  return {
    name,
    timeframe: toTimeframe(highlight['timeframe']),
    confidence: toScore(highlight['confidence']),
    expectedMove: moveSize(highlight['expected_move_pct']) ?? moveSize(highlight['expected_move']),
    insight: toText(highlight['key_insight']),
  }
}

function read(payload: Fields): ReadFields<PatternsModel> {
  const summary = toScores(payload['summary'], SUMMARY)
  const { market_bias: bias, dominant_timeframe: dominant } = toFields(payload['summary'])
  const dominantTimeframe = toTimeframe(dominant)
  const highlight = readHighlight(payload)
  const { groups, sent, readCount } = readGroups(payload, dominantTimeframe)
  return {
    model: {
      summary: {
        confidence: summary.get('overall_confidence'),
        alignment: summary.get('alignment_score'),
        biasStrength: summary.get('bias_strength'),
      },
      bias: oneOf(BIASES, bias) ?? 'neutral',
      dominantTimeframe,
      highlight,
      context: toText(payload['market_context']) ?? toPlainValues(payload['market_context'], MAX_CONTEXT_VALUES),
      groups,
    },
    isOfKind: highlight !== undefined || groups.length > 0 || summary.hasAny,
    problems: [
      ...(summary.isComplete ? [] : [problem('invalid_summary')]),
      ...omittedItems(sent, readCount, 'Patterns'),
    ],
  }
}

/** Reads a pattern payload. */
export const readPatterns = (data: unknown, key = ''): ParsedPayload<PatternsModel> => readPayload(data, key, read)
