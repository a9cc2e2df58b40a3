import * as z from 'zod/mini'

/** The pairs that Pairbot knows; which of them a server has is a setting. New ones are added at the end. */
export const PAIR_IDS = [
  'BTCUSD',
  'ETHUSD',
  'XRPUSD',
  'SOLUSD',
  'ADAUSD',
  'DOGEUSD',
  'LTCUSD',
  'LINKUSD',
  'DOTUSD',
  'AVAXUSD',
  'BCHUSD',
] as const
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
  SOLUSD: { label: 'SOL/USD', priceDecimals: 2, volumeDecimals: 8 },
  ADAUSD: { label: 'ADA/USD', priceDecimals: 6, volumeDecimals: 8 },
  DOGEUSD: { label: 'DOGE/USD', priceDecimals: 7, volumeDecimals: 8 },
  LTCUSD: { label: 'LTC/USD', priceDecimals: 2, volumeDecimals: 8 },
  LINKUSD: { label: 'LINK/USD', priceDecimals: 5, volumeDecimals: 8 },
  DOTUSD: { label: 'DOT/USD', priceDecimals: 4, volumeDecimals: 8 },
  AVAXUSD: { label: 'AVAX/USD', priceDecimals: 2, volumeDecimals: 8 },
  BCHUSD: { label: 'BCH/USD', priceDecimals: 2, volumeDecimals: 8 },
}

/** The pairs of a server whose setting names none. */
export const DEFAULT_PAIRS: readonly PairId[] = ['BTCUSD', 'ETHUSD', 'XRPUSD']
/** The pair selected initially. */
export const DEFAULT_PAIR: PairId = 'BTCUSD'

/** Display names, separated by commas. */
export const labelsOf = (pairs: readonly PairId[]): string => pairs.map((pair) => PAIRS[pair].label).join(', ')

const BY_SPELLING = new Map<string, PairId>(
  PAIR_IDS.flatMap((id): [string, PairId][] => [
    [id, id],
    [PAIRS[id].label, id],
  ]),
)

/** The pair that a spelling in use names (BTCUSD, BTC/USD, btc-usd, XBT/USD, XXBTZUSD, XDGUSD), or undefined. */
export function parsePair(text: string): PairId | undefined {
  // Fast path: every live message names its pair, nearly always in one of our own two spellings.
  const known = BY_SPELLING.get(text)
  if (known !== undefined) return known
  const bare = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return BY_SPELLING.get(
    bare
      .replace(/^X?XBT/, 'BTC')
      .replace(/^X?XDG/, 'DOGE')
      .replace(/^X(?=ETH|XRP|LTC)/, '')
      .replace(/Z?USD$/, 'USD'),
  )
}

/** The known pairs among spellings in use, each once. */
export const parsePairs = (texts: readonly string[]): readonly PairId[] => [
  ...new Set(texts.map(parsePair).filter((pair) => pair !== undefined)),
]
