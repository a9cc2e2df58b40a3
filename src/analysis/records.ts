import type { FoundRecord, RecordBook, RecordQuery } from '#contract/track-records/book.ts'
import {
  classText,
  compareWithChance,
  countedText,
  FEWEST_CASES,
  type Comparison,
} from '#contract/track-records/text.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import type { ConfluenceModel } from './confluence.ts'
import type { DivergenceModel } from './divergence.ts'
import type { LevelModel } from './levels.ts'
import type { HighlightModel, PatternModel, PatternsModel } from './patterns.ts'
import type { StructureModel } from './structure.ts'
import { confidenceBin, patternClass } from '#contract/track-records/interval.ts'

/** A record ready to be shown. */
export interface ShownRecord {
  /** 'right in 54 of 100 (1,808 cases), chance 50', 'right as often as by chance (1,808 cases)'. */
  readonly text: string
  /** The interval, and where and when it was counted. */
  readonly details: string
  /** Undefined with too few cases. */
  readonly comparison: Comparison | undefined
}

/** 'BTC/USD, H1' or 'all pairs, H1'. */
const scopeText = ({ scope }: FoundRecord, { pair, timeframe }: RecordQuery): string =>
  [scope === 'pair' && pair !== undefined ? PAIRS[pair].label : 'all pairs', timeframe]
    .filter((part) => part !== undefined)
    .join(', ')

const monthOf = (label: string): string => label.split(' ')[1] ?? label

/** '12 months from 2018-04 to 2025-06'. */
function monthsText(months: readonly string[]): string {
  const sorted = months.map(monthOf).toSorted()
  return `${months.length} ${months.length === 1 ? 'month' : 'months'} from ${sorted[0] ?? ''} to ${sorted.at(-1) ?? ''}`
}

/** Of a pair on which nothing was counted. */
const UNKNOWN_MARKET: ShownRecord = {
  text: 'not enough known of this market yet',
  details: `No month of it was counted. A class has a record from ${FEWEST_CASES} cases on.`,
  comparison: undefined,
}

/** `outcome`: what came true, such as 'right'. */
export function shownRecord(book: RecordBook, query: RecordQuery, outcome = 'right'): ShownRecord | undefined {
  if (query.pair !== undefined && !book.knows(query.pair)) return UNKNOWN_MARKET
  const found = book.find(query)
  if (found === undefined) return undefined
  const { record, months } = found
  const where = `Counted on ${scopeText(found, query)}, ${monthsText(months)}.`
  return {
    text: classText(record, outcome),
    details: record.count < FEWEST_CASES ? where : `${countedText(record)}. ${where}`,
    comparison: compareWithChance(record),
  }
}

/** True if a direction is not known to be better than chance. */
export const hasNoEdge = (record: ShownRecord | undefined): boolean =>
  record !== undefined && record.comparison !== 'better'

type Pair = PairId | undefined

/** Of a pattern on a timeframe, ten of its candles later. */
export const patternRecord = (
  book: RecordBook,
  pair: Pair,
  { name, stage, timeframe }: Pick<PatternModel, 'name' | 'stage'> & Pick<HighlightModel, 'timeframe'>,
): ShownRecord | undefined => shownRecord(book, { claim: 'pattern', pair, timeframe, class: patternClass(name, stage) })

/** Of the highlighted pattern, whose stage its group knows. */
export function highlightRecord(book: RecordBook, pair: Pair, { highlight, groups }: PatternsModel) {
  if (highlight === undefined) return undefined
  const { name, timeframe } = highlight
  const group = groups.find((each) => each.timeframe === timeframe)
  const stage = group?.patterns.find((pattern) => pattern.name === name)?.stage
  return patternRecord(book, pair, { name, stage, timeframe })
}

/** Of patterns with that much confidence on the timeframe. */
export const patternConfidenceRecord = (
  book: RecordBook,
  pair: Pair,
  { confidence, timeframe }: Pick<HighlightModel, 'confidence' | 'timeframe'>,
): ShownRecord | undefined =>
  confidence === undefined
    ? undefined
    : shownRecord(book, { claim: 'pattern_confidence', pair, timeframe, class: confidenceBin(confidence) })

/** Of the patterns' bias with that much confidence, an hour later. */
export const biasRecord = (book: RecordBook, pair: Pair, { summary }: PatternsModel): ShownRecord | undefined =>
  shownRecord(book, { claim: 'pattern_bias', pair, class: confidenceBin(summary.confidence) })

/** Of signals with that much confidence, an hour later. */
export const signalRecord = (
  book: RecordBook,
  pair: Pair,
  { confidence, direction }: ConfluenceModel,
): ShownRecord | undefined =>
  direction === 'neutral'
    ? undefined
    : shownRecord(book, { claim: 'cross_timeframe', pair, class: confidenceBin(confidence) }, 'such signals right')

/** Of the market phase being the same an hour later. */
export const phaseRecord = (book: RecordBook, pair: Pair, { phase }: StructureModel): ShownRecord | undefined =>
  shownRecord(book, { claim: 'phase', pair, class: phase }, 'lasted an hour')

/** Of the stronger of the nearest levels on either side. */
export function levelRecord(book: RecordBook, pair: Pair, nearest: readonly (LevelModel | undefined)[]) {
  const strongest = nearest
    .filter((level) => level !== undefined)
    .toSorted((a, b) => b.score - a.score)
    .find(({ strength }) => strength !== undefined)
  return strongest?.strength === undefined
    ? undefined
    : shownRecord(book, { claim: 'level', pair, class: strongest.strength }, `${strongest.strength} levels held`)
}

/** Of divergences of that type on the timeframe, ten of its candles later. */
export const divergenceRecord = (
  book: RecordBook,
  pair: Pair,
  { type, timeframe }: Pick<DivergenceModel, 'type' | 'timeframe'>,
): ShownRecord | undefined =>
  type === 'none' ? undefined : shownRecord(book, { claim: 'divergence', pair, timeframe, class: type })
