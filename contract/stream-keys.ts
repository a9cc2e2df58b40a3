import { parsePair, type PairId } from './pairs.ts'

/** Address of a stream: feed:exchange:symbol:category:subcategory. */
export interface StreamKey {
  readonly feed: string
  readonly exchange: string
  readonly symbol: string
  readonly category: string
  readonly subcategory: string
}

/** Feed prefix of the bundled market-data service. */
export const TDP_FEED = 'tdp'

/** The parts of a key; missing ones are empty. Never throws, since keys are untrusted input. */
export function parseStreamKey(key: string): StreamKey {
  const [feed = '', exchange = '', symbol = '', category = '', subcategory = ''] = key.split(':')
  return { feed, exchange, symbol, category, subcategory }
}

export const formatStreamKey = (key: StreamKey): string =>
  [key.feed, key.exchange, key.symbol, key.category, key.subcategory].join(':')

/** Key of a stream of this server: `tdp:kraken:BTCUSD:<category>:<subcategory>`. */
export const streamKey = (pair: PairId, category: string, subcategory: string): string =>
  formatStreamKey({ feed: TDP_FEED, exchange: 'kraken', symbol: pair, category, subcategory })

/** The pair of a key, or undefined if unknown. */
export const pairOfKey = (key: string): PairId | undefined => parsePair(parseStreamKey(key).symbol)
