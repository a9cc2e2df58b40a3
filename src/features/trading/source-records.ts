import { DIVERGENCE_TYPES } from '#contract/payloads/divergence.ts'
import { INDICATOR_CATEGORY } from '#contract/payloads/streams.ts'
import { binsFrom } from '#contract/track-records/interval.ts'
import type { RecordBook, RecordQuery } from '#contract/track-records/book.ts'
import { classText, compareWithChance, mergeRecords, type Comparison } from '#contract/track-records/text.ts'
import { parsePair } from '#contract/pairs.ts'
import type { SignalSource } from '#contract/strategies/definition.ts'
import { ANALYSIS_TIMEFRAMES, toStreamTimeframe } from '#contract/timeframes.ts'

type TrackedSource = Pick<
  SignalSource,
  'name' | 'stream_category' | 'stream_subcategory' | 'symbol_filter' | 'timeframe_filter' | 'weight_config'
>

const TRENDS = ['higher_highs_higher_lows', 'lower_highs_lower_lows']

/** The records behind a source's signals; empty for streams of which none is counted. */
function queriesOf(source: TrackedSource): readonly RecordQuery[] {
  const { stream_category, stream_subcategory, symbol_filter, timeframe_filter, weight_config } = source
  const pair = parsePair(symbol_filter?.[0] ?? '')
  const bins = binsFrom(weight_config.min_confidence)
  const filter = new Set<string>(timeframe_filter ?? [])
  const timeframes = ANALYSIS_TIMEFRAMES.filter((each) => filter.size === 0 || filter.has(toStreamTimeframe(each)))
  if (stream_category === INDICATOR_CATEGORY) {
    const timeframe = ANALYSIS_TIMEFRAMES.find((each) => toStreamTimeframe(each) === stream_subcategory)
    return timeframe === undefined ? [] : bins.map((name) => ({ claim: 'indicators', pair, timeframe, class: name }))
  }
  switch (stream_subcategory) {
    case 'consolidated_patterns':
      return timeframes.flatMap((timeframe) =>
        bins.map((name) => ({ claim: 'pattern_confidence' as const, pair, timeframe, class: name })),
      )
    case 'cross_timeframe_analysis':
      return bins.map((name) => ({ claim: 'cross_timeframe', pair, class: name }))
    case 'market_structure':
      return timeframes.flatMap((timeframe) =>
        TRENDS.map((name) => ({ claim: 'trend' as const, pair, timeframe, class: name })),
      )
    case 'support_resistance':
      return (filter.size === 0 ? [undefined] : timeframes).flatMap((timeframe) =>
        bins.map((name) => ({ claim: 'level_position' as const, pair, timeframe, class: name })),
      )
    case 'divergence':
      return timeframes.flatMap((timeframe) =>
        DIVERGENCE_TYPES.map((name) => ({ claim: 'divergence' as const, pair, timeframe, class: name })),
      )
    default:
      return []
  }
}

const COMPARISONS: Record<Comparison, string> = {
  better: ': better than chance',
  same: '',
  worse: ': worse than chance',
}

/** 'right in 50 of 100 (1,808 cases), chance 50: not known to be better than chance'; undefined without a record. */
export function sourceRecord(source: TrackedSource, book: RecordBook): string | undefined {
  const merged = mergeRecords(queriesOf(source).flatMap((query) => book.find(query)?.record ?? []))
  const comparison = compareWithChance(merged)
  return comparison === undefined ? undefined : `${classText(merged)}${COMPARISONS[comparison]}`
}

/** Said of a source without a record. */
export const NO_RECORD = 'none, how often its signals came true was not counted'

/** What sources are worth, in sentences. */
export function worthOf(sources: readonly TrackedSource[], book: RecordBook): string {
  const records = sources.flatMap((source) => {
    const record = sourceRecord(source, book)
    return book.isLoaded ? [`${source.name}: ${record ?? 'no record'}.`] : []
  })
  return ['Confidence is evidence, not a probability.', ...records].join(' ')
}
