import { PAIRS, parsePair } from '#contract/pairs.ts'

/** Formats BTCUSD as BTC/USD; unknown symbols are returned unchanged. */
export function formatSymbol(symbol: string): string {
  const pair = parsePair(symbol)
  return pair === undefined ? symbol : PAIRS[pair].label
}
