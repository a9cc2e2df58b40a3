import { ANALYSIS_CATEGORY, CANDLE_CATEGORY, INDICATOR_CATEGORY } from '#contract/payloads/streams.ts'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import { EXCHANGES, parsePair } from '#contract/pairs.ts'
import { formatStreamKey, TDP_FEED } from '#contract/stream-keys.ts'
import { WRAPPERS, type Wrapper } from '#contract/streams.ts'
import { unwrapPayload } from '#src/analysis/unwrap.ts'

const CATEGORIES: Record<Wrapper, string | undefined> = {
  TechnicalIndicator: INDICATOR_CATEGORY,
  Analysis: ANALYSIS_CATEGORY,
  ProcessedCandle: CANDLE_CATEGORY,
  Unknown: undefined,
}

/** Fields that name the subject of a payload, most specific first. */
const SUBJECT_FIELDS = ['indicator_type', 'analysis_type', 'indicator', 'timeframe'] as const
const PART_LENGTH = 64

/** Part of a key. Names come from the wire, so length and separators are restricted. */
const partOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, PART_LENGTH).replaceAll(':', '_') : undefined

/**
 * Key of an update without one: category from the payload's field or wrapper, subcategory from its type field.
 * Undefined if either is missing.
 */
export function deriveStreamKey({ data: update, trading_pair }: AnalyticsUpdate): string | undefined {
  const { wrapper = WRAPPERS.find((name) => name === update.message_type), fields = {} } = unwrapPayload(update.data)
  const own = 'category' in update ? partOf(update.category) : undefined
  const category = own ?? partOf(fields['category']) ?? (wrapper && CATEGORIES[wrapper])
  const subcategory = SUBJECT_FIELDS.map((kind) => partOf(fields[kind])?.toLowerCase()).find(
    (part) => part !== undefined,
  )
  if (category === undefined || subcategory === undefined) return undefined
  const symbol = partOf(fields['trading_pair']) ?? partOf(trading_pair) ?? ''
  const exchange = partOf(fields['exchange'])?.toLowerCase() ?? EXCHANGES[0]
  return formatStreamKey({ feed: TDP_FEED, exchange, symbol: parsePair(symbol) ?? symbol, category, subcategory })
}

/** Key of an update's stream: its own or the derived one. */
export const streamKeyOf = (update: AnalyticsUpdate): string | undefined =>
  update.data.stream_key || deriveStreamKey(update)
