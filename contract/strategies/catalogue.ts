import {
  ANALYSIS_CATEGORY,
  analysisKey,
  INDICATOR_CATEGORY,
  indicatorKey,
  SIGNAL_CATEGORY,
  type AnalysisSubcategory,
} from '../payloads/streams.ts'
import { DEFAULT_PAIR } from '../pairs.ts'
import { parseStreamKey } from '../stream-keys.ts'
import type { Timeframe } from '../timeframes.ts'
import { STREAM_TIMEFRAMES, type SourceType } from './names.ts'

export const CATALOGUE_CATEGORIES = [
  'Technical Indicators',
  'Market Analysis',
  'Market Structure',
  'Pattern Recognition',
] as const
export type CatalogueCategory = (typeof CATALOGUE_CATEGORIES)[number]

/** A stream available as a source of strategies. */
export interface CatalogueStream {
  /** Stream id, feed:exchange:symbol:category:subcategory. */
  readonly id: string
  readonly name: string
  readonly sourceType: SourceType
  /** Values of the source's timeframe filter, in lower case there. */
  readonly timeframes: readonly Timeframe[]
}

/** Streams that differ in their timeframe only. */
export interface CatalogueGroup {
  readonly name: string
  readonly description: string
  readonly category: CatalogueCategory
  readonly streams: readonly CatalogueStream[]
}

export const INDICATORS_NAME = 'Technical indicators (EMA, RSI, MACD, Bollinger Bands, ATR)'
const SHORT_INDICATORS_NAME = 'Technical indicators'

/** The name of a source without the list of its indicators. */
export const shortSourceName = (name: string): string => name.replace(INDICATORS_NAME, SHORT_INDICATORS_NAME)

const indicators = (timeframe: Timeframe): CatalogueStream => ({
  id: indicatorKey(DEFAULT_PAIR, timeframe),
  name: `${INDICATORS_NAME} ${timeframe}`,
  sourceType: 'technical_indicator',
  timeframes: [timeframe],
})

const analysis = (
  subcategory: AnalysisSubcategory,
  {
    sourceType,
    timeframes,
    ...group
  }: Omit<CatalogueGroup, 'streams'> & Pick<CatalogueStream, 'sourceType' | 'timeframes'>,
): CatalogueGroup => ({
  ...group,
  streams: [{ id: analysisKey(DEFAULT_PAIR, subcategory), name: group.name, sourceType, timeframes }],
})

/** The built-in streams, in the order of the picker. Indicators have one stream per timeframe, an analysis one for all. */
export const CATALOGUE_GROUPS: readonly CatalogueGroup[] = [
  {
    name: INDICATORS_NAME,
    description:
      'The combined direction of the moving averages, RSI, MACD and Bollinger Bands of a timeframe, relative to the average true range. Updated with each of its closed candles.',
    category: 'Technical Indicators',
    streams: (['M1', 'M5', 'M15', 'M30', 'H1', 'H4'] as const).map(indicators),
  },
  analysis('cross_timeframe_analysis', {
    name: 'Cross-Timeframe Analysis',
    description: 'The overall direction of all timeframes. Updated with each closed minute.',
    sourceType: 'advanced_analysis',
    category: 'Market Analysis',
    timeframes: ['M5', 'M15', 'M30', 'H1', 'H4'],
  }),
  analysis('market_structure', {
    name: 'Market Structure Analysis',
    description: 'Highs and lows: the trend on each timeframe and its strength. Updated with each closed minute.',
    sourceType: 'analysis',
    category: 'Market Structure',
    timeframes: ['M5', 'M15', 'M30', 'H1'],
  }),
  analysis('consolidated_patterns', {
    name: 'Consolidated Patterns',
    description:
      'Candlestick and chart patterns of each timeframe, bullish against bearish. Updated with each closed minute.',
    sourceType: 'analysis',
    category: 'Pattern Recognition',
    timeframes: ['M5', 'M15', 'M30'],
  }),
  analysis('support_resistance', {
    name: 'Support & Resistance Levels',
    description:
      'The position of the price between the nearest levels, and their strength. Updated with each closed minute.',
    sourceType: 'advanced_analysis',
    category: 'Market Structure',
    timeframes: ['M5', 'M15', 'M30', 'H1'],
  }),
]

export const CATALOGUE: readonly CatalogueStream[] = CATALOGUE_GROUPS.flatMap(({ streams }) => streams)

/**
 * The timeframes of a stream that a source can be limited to. Cross-timeframe analysis is one signal of all, and analysis
 * contains no M30.
 */
export function selectableTimeframes({ id, timeframes }: CatalogueStream): readonly Timeframe[] {
  const { category, subcategory } = parseStreamKey(id)
  if (category === INDICATOR_CATEGORY) return timeframes
  return subcategory === 'cross_timeframe_analysis' ? [] : timeframes.filter((timeframe) => timeframe !== 'M30')
}

/** The name of a source on a stream: short, with its timeframes if they are not all of them. */
export const sourceName = (stream: CatalogueStream, timeframes: readonly Timeframe[]): string =>
  timeframes.length === stream.timeframes.length
    ? shortSourceName(stream.name)
    : `${stream.name} ${timeframes.join(' ')}`

/** Defaults for a stream id without a 4th or 5th part. */
export const DEFAULT_STREAM = { category: INDICATOR_CATEGORY, subcategory: 'm1' } as const

/** `stream_category` and `stream_subcategory` of a source on a stream: the 4th and 5th part of its id. */
export function streamPartsOf(id: string): { readonly category: string; readonly subcategory: string } {
  const { category, subcategory } = parseStreamKey(id)
  return { category: category || DEFAULT_STREAM.category, subcategory: subcategory || DEFAULT_STREAM.subcategory }
}

const READABLE: Readonly<Record<string, readonly string[]>> = {
  [INDICATOR_CATEGORY]: STREAM_TIMEFRAMES,
  [ANALYSIS_CATEGORY]: [
    'cross_timeframe_analysis',
    'market_structure',
    'consolidated_patterns',
    'support_resistance',
    'divergence',
  ] satisfies AnalysisSubcategory[],
  [SIGNAL_CATEGORY]: ['ml_signals'],
}

/** True for a stream with a direction: those of the catalogue, divergences, and model signals. */
export const isReadableStream = (category: string, subcategory: string): boolean =>
  READABLE[category]?.includes(subcategory) ?? false
