import { BIASES, type Bias } from '#contract/analysis/fields.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import type { Direction } from '../card/DirectionIcon.tsx'
import {
  toFields,
  finiteNumber,
  isFields,
  toList,
  oneOf,
  toScore,
  toText,
  toTimeframe,
  type Fields,
} from '#contract/analysis/payload-fields.ts'
import { problem, omittedItems, type PayloadProblem } from '../payload/problems.ts'
import { readPayload, type PayloadHeader, type CardModel } from '../payload/card-model.ts'
import { contextOf, type ContextFact } from './context.ts'

export interface PatternView {
  readonly id: string
  readonly name: string
  readonly direction: Direction
  readonly confidence: number | undefined
  /** Percent of the price; negative means down. */
  readonly expectedMove: number | undefined
  readonly description: string | undefined
  readonly stage: string | undefined
  readonly reliability: number | undefined
}

export interface PatternGroup {
  readonly timeframe: AnalysisTimeframe
  readonly patterns: readonly PatternView[]
}

export interface HighlightView {
  readonly name: string
  readonly timeframe: AnalysisTimeframe | undefined
  readonly confidence: number | undefined
  readonly expectedMove: number | undefined
  readonly insight: string | undefined
}

export interface PatternsView {
  readonly summary: { readonly confidence: number; readonly alignment: number; readonly biasStrength: number }
  readonly bias: Bias
  readonly dominantTimeframe: AnalysisTimeframe | undefined
  readonly highlight: HighlightView | undefined
  readonly context: readonly ContextFact[]
  /** Dominant timeframe first, then from short to long; timeframes without patterns are absent. */
  readonly groups: readonly PatternGroup[]
}

/** Missing directions are not guessed. */
const directionOf = (isBullish: unknown): Direction =>
  typeof isBullish === 'boolean' ? (isBullish ? 'bullish' : 'bearish') : 'none'

function patternOf(value: unknown, id: string): PatternView | undefined {
  const pattern = toFields(value)
  const name = toText(pattern['pattern']) ?? toText(pattern['pattern_name'])
  if (name === undefined) return undefined
  const maturity = toFields(pattern['maturity'])
  return {
    id,
    name,
    direction: directionOf(pattern['bullish']),
    confidence: toScore(pattern['confidence']),
    expectedMove: finiteNumber(pattern['expected_move']) ?? finiteNumber(pattern['expected_move_pct']),
    description: toText(pattern['description']),
    stage: toText(maturity['formation_stage']),
    reliability: toScore(maturity['pattern_reliability']),
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

function groupsOf(payload: Fields, dominant: AnalysisTimeframe | undefined) {
  const sent = sentByTimeframe(payload['patterns'])
  const all = ANALYSIS_TIMEFRAMES.map((each) => ({
    timeframe: each,
    patterns: toList(sent.get(each)).flatMap((pattern, index) => patternOf(pattern, `${each} ${index}`) ?? []),
  }))
  const nonEmpty = all.filter(({ patterns }) => patterns.length > 0)
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
function highlightOf(payload: Fields): HighlightView | undefined {
  const highlight = toFields(payload['pattern_highlight'] ?? payload['highlight'])
  const name = toText(highlight['pattern_name'])
  if (name === undefined) return undefined
  return {
    name,
    timeframe: toTimeframe(highlight['timeframe']),
    confidence: toScore(highlight['confidence']),
    expectedMove: finiteNumber(highlight['expected_move_pct']) ?? finiteNumber(highlight['expected_move']),
    insight: toText(highlight['key_insight']),
  }
}

function read(
  payload: Fields,
  header: PayloadHeader,
): { readonly view: PatternsView; readonly problems: readonly PayloadProblem[] } {
  const summary = toFields(payload['summary'])
  const scores = [summary['overall_confidence'], summary['alignment_score'], summary['bias_strength']].map(toScore)
  const isValid = scores.every((value) => value !== undefined)
  const [confidence = 0, alignment = 0, biasStrength = 0] = isValid ? scores : []
  const dominantTimeframe = toTimeframe(summary['dominant_timeframe'])
  const { groups, sent, readCount } = groupsOf(payload, dominantTimeframe)
  return {
    view: {
      summary: { confidence, alignment, biasStrength },
      bias: oneOf(BIASES, summary['market_bias']) ?? 'neutral',
      dominantTimeframe,
      highlight: highlightOf(payload),
      context: contextOf(payload['market_context'], header.pair),
      groups,
    },
    problems: [...(isValid ? [] : [problem('invalid_summary')]), ...omittedItems(sent, readCount, 'Patterns')],
  }
}

/** Reads a pattern payload into its card's model. */
export const readPatterns = (data: unknown, key = ''): CardModel<PatternsView> => readPayload(data, key, read)
