import { parsePair, type PairId } from '#contract/pairs.ts'

/** Quote currencies in order of preference. Stable coins stand in for the dollar if nothing better is recorded. */
export const QUOTES = ['USD', 'USDT', 'USDC'] as const
export type Quote = (typeof QUOTES)[number]

const NAME = /^([A-Z]+?[-_]?)Z?(USDT|USDC|USD)(?![A-Z0-9])/i

/** Parses pair and quote currency from a file name (`BTCUSD-1m-2019-06.csv.gz`); undefined if it has none. */
export function parseFileName(name: string): { readonly pair: PairId; readonly quote: Quote } | undefined {
  const [, base, quoteText] = NAME.exec(name) ?? []
  const quote = QUOTES.find((known) => known === quoteText?.toUpperCase())
  const pair = parsePair(`${base}USD`)
  return pair && quote ? { pair, quote } : undefined
}
