import { PAIRS, parsePair, type PairId } from '#contract/pairs.ts'
import { pairOfKey, parseStreamKey } from '#contract/stream-keys.ts'
import { parseTimeframe } from '#contract/timeframes.ts'
import { toText, humanize, type Fields } from '#contract/analysis/payload-fields.ts'
import { formatNumber, formatPrice } from '#src/ui/format/number.ts'

/** What a stream is about, out of its key and whatever its message says of itself. */
export interface Subject {
  /** Whose decimals prices are shown with; undefined for a pair that is none of ours. */
  readonly pair: PairId | undefined
  readonly pairLabel: string
  readonly exchange: string | undefined
  readonly timeframe: string | undefined
}

/** Decimals of a price whose pair is not known. */
const DECIMALS = 2

export function subjectOf(key: string, fields: Fields): Subject {
  const { exchange, symbol, subcategory } = parseStreamKey(key)
  const told = toText(fields['trading_pair'])
  const pair = (told === undefined ? undefined : parsePair(told)) ?? pairOfKey(key)
  const place = toText(fields['exchange']) ?? toText(exchange)
  return {
    pair,
    pairLabel: pair === undefined ? (told ?? toText(symbol) ?? 'Unknown pair') : PAIRS[pair].label,
    exchange: place === undefined ? undefined : humanize(place),
    timeframe: parseTimeframe(toText(fields['timeframe']) ?? '') ?? parseTimeframe(subcategory),
  }
}

/** A price with its pair's decimals. */
export const priceText = (value: number | undefined, { pair }: Subject): string =>
  pair === undefined ? formatNumber(value, DECIMALS) : formatPrice(value, pair)
