import { CANDLE_CATEGORY, INDICATOR_CATEGORY, SIGNAL_CATEGORY, type AnalysisSubcategory } from '../analysis/payloads.ts'
import { PROCESSED_CANDLE } from './candles.ts'
import { CROSS_TIMEFRAME } from './cross-timeframe.ts'
import { DIVERGENCE_ANALYSIS } from './divergence.ts'
import { INDICATOR_SNAPSHOT } from './indicators.ts'
import { LEVEL_SET } from './levels.ts'
import type { FieldMeaning, FieldMeanings } from './meaning.ts'
import { PATTERN_ANALYSIS } from './patterns.ts'
import { SIGNAL_LIST } from './signals.ts'
import { MARKET_STRUCTURE } from './structure.ts'

const BY_SUBCATEGORY: Readonly<Record<AnalysisSubcategory, FieldMeanings>> = {
  support_resistance: LEVEL_SET,
  consolidated_patterns: PATTERN_ANALYSIS,
  market_structure: MARKET_STRUCTURE,
  divergence: DIVERGENCE_ANALYSIS,
  cross_timeframe_analysis: CROSS_TIMEFRAME,
}

/** Names that other servers use for the same payloads. */
const OTHER_NAMES = { pattern_analysis: PATTERN_ANALYSIS, cross_timeframe_analysis_v2: CROSS_TIMEFRAME }

const BY_NAME = new Map<string, FieldMeanings>([
  ...Object.entries(BY_SUBCATEGORY),
  ...Object.entries(OTHER_NAMES),
  [INDICATOR_CATEGORY, INDICATOR_SNAPSHOT],
  [CANDLE_CATEGORY, PROCESSED_CANDLE],
  [SIGNAL_CATEGORY, SIGNAL_LIST],
])

/** What the fields of a stream's payload say; undefined for an unknown kind of stream. */
export const meaningsOf = (category: string, subcategory: string): FieldMeanings | undefined =>
  BY_NAME.get(subcategory) ?? BY_NAME.get(category)

const own = (fields: FieldMeanings | undefined, name: string): FieldMeaning | undefined =>
  fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined

/** What the value at a path says; names are fields or timeframes, numbers places in a list. */
export function meaningAt(fields: FieldMeanings, path: readonly (string | number)[]): FieldMeaning | undefined {
  let meaning: FieldMeaning | undefined
  let within: FieldMeanings | undefined = fields
  let isTimeframeNext = false
  for (const step of path) {
    if (typeof step === 'number') continue
    if (isTimeframeNext) {
      isTimeframeNext = false
      continue
    }
    meaning = own(within, step)
    if (meaning === undefined) return undefined
    within = meaning.fields
    isTimeframeNext = meaning.byTimeframe ?? false
  }
  return meaning
}
