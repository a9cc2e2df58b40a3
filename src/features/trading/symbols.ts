import { PAIRS, parsePair } from '#contract/pairs.ts'

/** BTCUSD as BTC/USD; what is no pair of ours stays as it is. */
export function formatSymbol(symbol: string): string {
  const pair = parsePair(symbol)
  return pair === undefined ? symbol : PAIRS[pair].label
}
