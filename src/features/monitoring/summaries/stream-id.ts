import { PAIRS, parsePair, type PairId } from '#contract/pairs.ts'
import { pairOfKey, parseStreamKey } from '#contract/stream-keys.ts'
import { parseTimeframe } from '#contract/timeframes.ts'
import { toText, humanize, type Fields } from '#contract/analysis/payload-fields.ts'
import { formatNumber, formatPrice } from '#src/ui/format/number.ts'

/** What a stream is about, out of its key and whatever its message says of itself. */
export interface StreamId {
  /** Whose decimals prices are shown with; undefined for a pair that is none of ours. */
  readonly pair: PairId | undefined
  readonly pairLabel: string
  readonly exchange: string | undefined
  readonly timeframe: string | undefined
}

/** Decimals of a price whose pair is not known. */
const DEFAULT_DECIMALS = 2

export function streamIdOf(key: string, fields: Fields): StreamId {
  const { exchange, symbol, subcategory } = parseStreamKey(key)
  const pairName = toText(fields['trading_pair'])
  const pair = (pairName === undefined ? undefined : parsePair(pairName)) ?? pairOfKey(key)
  const exchangeName = toText(fields['exchange']) ?? toText(exchange)
  return {
    pair,
    pairLabel: pair === undefined ? (pairName ?? toText(symbol) ?? 'Unknown pair') : PAIRS[pair].label,
    exchange: exchangeName === undefined ? undefined : humanize(exchangeName),
    timeframe: parseTimeframe(toText(fields['timeframe']) ?? '') ?? parseTimeframe(subcategory),
  }
}

/** A price with its pair's decimals. */
export const priceText = (value: number | undefined, { pair }: StreamId): string =>
  pair === undefined ? formatNumber(value, DEFAULT_DECIMALS) : formatPrice(value, pair)
