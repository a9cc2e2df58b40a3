import { PAIRS, parsePair, type PairId } from '#contract/pairs.ts'
import { pairOfKey, parseStreamKey } from '#contract/stream-keys.ts'
import { parseTimeframe } from '#contract/timeframes.ts'
import { toText, humanize, type Fields } from '#contract/analysis/payload-fields.ts'
import { formatNumber, formatPrice } from '#src/ui/format/number.ts'

/** Pair, exchange and timeframe of a stream, from its message or its key. */
export interface StreamId {
  /** Determines the decimals of prices; undefined for unknown pairs. */
  readonly pair: PairId | undefined
  readonly pairLabel: string
  readonly exchange: string | undefined
  readonly timeframe: string | undefined
}

/** Decimals of prices of unknown pairs. */
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

/** Formats a price with its pair's decimals. */
export const priceText = (value: number | undefined, { pair }: StreamId): string =>
  pair === undefined ? formatNumber(value, DEFAULT_DECIMALS) : formatPrice(value, pair)
