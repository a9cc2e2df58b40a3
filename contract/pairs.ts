import * as z from 'zod/mini'

export const PAIR_IDS = ['BTCUSD', 'ETHUSD', 'XRPUSD'] as const
/** Identifier of a trading pair in paths and stream keys, without a slash. */
export const pairSchema = z.enum(PAIR_IDS)
export type PairId = z.infer<typeof pairSchema>

export const EXCHANGES = ['kraken'] as const
export const exchangeSchema = z.enum(EXCHANGES)
export type Exchange = z.infer<typeof exchangeSchema>

interface PairInfo {
  /** Display name: BTC/USD. */
  readonly label: string
  /** Decimal places of its price on the exchange. */
  readonly priceDecimals: number
  /** Decimals of its volume on the exchange. */
  readonly volumeDecimals: number
}

export const PAIRS: Record<PairId, PairInfo> = {
  BTCUSD: { label: 'BTC/USD', priceDecimals: 1, volumeDecimals: 8 },
  ETHUSD: { label: 'ETH/USD', priceDecimals: 2, volumeDecimals: 8 },
  XRPUSD: { label: 'XRP/USD', priceDecimals: 5, volumeDecimals: 8 },
}

/** The pair selected initially. */
export const DEFAULT_PAIR: PairId = 'BTCUSD'

const BY_SPELLING = new Map<string, PairId>(
  PAIR_IDS.flatMap((id): [string, PairId][] => [
    [id, id],
    [PAIRS[id].label, id],
  ]),
)

/** The pair that a spelling in use names (BTCUSD, BTC/USD, btc-usd, XBT/USD, XXBTZUSD), or undefined. */
export function parsePair(text: string): PairId | undefined {
  // Fast path: every live message names its pair, nearly always in one of our own two spellings.
  const known = BY_SPELLING.get(text)
  if (known !== undefined) return known
  const bare = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return BY_SPELLING.get(
    bare
      .replace(/^X?XBT/, 'BTC')
      .replace(/^XETH/, 'ETH')
      .replace(/^XXRP/, 'XRP')
      .replace(/Z?USD$/, 'USD'),
  )
}
