import type { IndicatorSnapshot } from '#contract/analysis/indicators.ts'
import type { DataError } from '#contract/analysis/errors.ts'
import type { AlignedVolatility } from '#contract/analysis/cross-timeframe.ts'
import type { StructureVolatility } from '#contract/analysis/structure.ts'
import { rankedVolatility, volatilityScore, volatilityWord } from '#contract/analysis/volatility.ts'

/** Minimum number of candles for a rank. */
const MIN_CANDLES = 50
/** Number of candles to rank against. */
const LOOKBACK = 480

type Reading = (snapshot: IndicatorSnapshot) => number | undefined

const atrOf: Reading = ({ atr_14 }) => atr_14
const bandWidthOf: Reading = ({ bollinger_bands: bands }) =>
  bands && bands.middle > 0 ? (bands.upper - bands.lower) / bands.middle : undefined

/** Share of the last 480 candles, the newest among them, with a smaller value than it; undefined with fewer than 50. */
function rankOf(newest: IndicatorSnapshot, past: readonly IndicatorSnapshot[], read: Reading): number | undefined {
  const now = read(newest)
  if (now === undefined) return undefined
  let known = 1
  let smaller = 0
  for (let i = Math.max(0, past.length - LOOKBACK + 1); i < past.length; i++) {
    const snapshot = past[i]
    const value = snapshot && read(snapshot)
    if (value === undefined) continue
    known += 1
    if (value < now) smaller += 1
  }
  return known < MIN_CANDLES ? undefined : smaller / known
}

type Ranks = Pick<IndicatorSnapshot, 'atr_rank' | 'band_width_rank'>

/** Without those that are not known. */
const known = (atr: number | undefined, bandWidth: number | undefined): Ranks => ({
  ...(atr === undefined ? {} : { atr_rank: atr }),
  ...(bandWidth === undefined ? {} : { band_width_rank: bandWidth }),
})

/** A snapshot of a closed candle with the ranks of its volatility among those before it. */
export const withRanks = (snapshot: IndicatorSnapshot, past: readonly IndicatorSnapshot[]): IndicatorSnapshot => ({
  ...snapshot,
  ...known(rankOf(snapshot, past, atrOf), rankOf(snapshot, past, bandWidthOf)),
})

/**
 * A snapshot of a running candle with the ranks of the last closed one: part of a range would always rank low, and differ
 * from what the other analyses say.
 */
export const withLastRanks = (
  snapshot: IndicatorSnapshot,
  lastClosed: IndicatorSnapshot | undefined,
): IndicatorSnapshot => ({
  ...snapshot,
  ...known(lastClosed?.atr_rank, lastClosed?.band_width_rank),
})

/** Error of a payload whose volatility had to be assumed normal. */
export const VOLATILITY_UNRANKED: DataError = {
  code: 'invalid_summary',
  message: 'Too few candles to rank the volatility: assumed to be normal.',
}

const EXTREME_RANK = 0.95

/**
 * Volatility of a timeframe, the same for every analysis: that of the score, and extreme where it is high and the average
 * true range among the highest twentieth. Undefined without ranks (see `VOLATILITY_UNRANKED`).
 */
export function volatilityOf({ atr_rank: atr, band_width_rank: bandWidth }: Ranks): AlignedVolatility | undefined {
  if (atr === undefined) return undefined
  const word = volatilityWord(volatilityScore(rankedVolatility(atr, bandWidth)))
  return word === 'high' && atr > EXTREME_RANK ? 'extreme' : word
}

/** In three words: extreme is high, and unknown is assumed to be normal. */
export const structureVolatility = (volatility: AlignedVolatility | undefined): StructureVolatility =>
  volatility === 'extreme' ? 'high' : (volatility ?? 'normal')
