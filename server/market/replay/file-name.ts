import { parsePair, type PairId } from '#contract/pairs.ts'

/** What the dollar of a recorded market is. Stable coins stand for it where nothing better is recorded. */
export const QUOTES = ['USD', 'USDT', 'USDC'] as const
export type Quote = (typeof QUOTES)[number]

const NAME = /^((?:X?XBT|BTC|X?ETH|X?XRP)[-_]?)Z?(USDT|USDC|USD)(?![A-Z0-9])/i

/** Pair and quote currency out of a candle file's name (`BTCUSD-1m-2019-06.csv.gz`), or undefined when it tells none. */
export function parseFileName(name: string): { readonly pair: PairId; readonly quote: Quote } | undefined {
  const [, base, quoteText] = NAME.exec(name) ?? []
  const quote = QUOTES.find((known) => known === quoteText?.toUpperCase())
  const pair = parsePair(`${base}USD`)
  return pair && quote ? { pair, quote } : undefined
}
