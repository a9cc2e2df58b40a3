import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { DataError } from '#contract/payloads/header.ts'
import type { AlignedVolatility } from '#contract/payloads/cross-timeframe.ts'
import type { StructureVolatility } from '#contract/payloads/structure.ts'
import { rankedVolatility, volatilityScore, volatilityWord } from '#contract/payloads/volatility.ts'

/** Minimum number of candles for a rank. */
const MIN_CANDLES = 50
/** Number of candles to rank against. */
const LOOKBACK = 480

/** Numbers that new ones are ranked among; NaN where a candle had none. */
function createReadings(capacity: number) {
  const values = new Float64Array(capacity).fill(Number.NaN)
  let next = 0
  let known = 0
  const countOf = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? 0 : 1)
  return {
    add(value: number | undefined): void {
      known += countOf(value) - countOf(values[next])
      values[next] = value ?? Number.NaN
      next = (next + 1) % capacity
    },
    /** Share of the readings and this one that are smaller than it; undefined with fewer than 50. */
    rankOf(now: number | undefined): number | undefined {
      if (now === undefined || known + 1 < MIN_CANDLES) return undefined
      let smaller = 0
      // By index: an iterator takes ten times as long, and this runs twice for each candle.
      for (let index = 0; index < capacity; index += 1) if ((values[index] ?? Number.NaN) < now) smaller += 1
      return smaller / (known + 1)
    },
  }
}

const bandWidthOf = ({ bollinger_bands: bands }: IndicatorSnapshot): number | undefined =>
  bands && bands.middle > 0 ? (bands.upper - bands.lower) / bands.middle : undefined

type Ranks = Pick<IndicatorSnapshot, 'atr_rank' | 'band_width_rank'>

/** Only the ranks that are known: the payload leaves out the others. */
const known = (atr: number | undefined, bandWidth: number | undefined): Ranks => ({
  ...(atr === undefined ? {} : { atr_rank: atr }),
  ...(bandWidth === undefined ? {} : { band_width_rank: bandWidth }),
})

/** The volatility of the last 480 candles of a timeframe. */
export interface VolatilityHistory {
  /** Adds the indicators of a closed candle, and returns them with the ranks of its volatility among those before it. */
  append(this: void, snapshot: IndicatorSnapshot): IndicatorSnapshot
}

/** @param capacity candles that the timeframe retains, if fewer than 480. */
export function createVolatilityHistory(capacity = LOOKBACK): VolatilityHistory {
  const past = Math.min(capacity, LOOKBACK - 1)
  const ranges = createReadings(past)
  const bandWidths = createReadings(past)
  return {
    append(snapshot) {
      const bandWidth = bandWidthOf(snapshot)
      const ranked = { ...snapshot, ...known(ranges.rankOf(snapshot.atr_14), bandWidths.rankOf(bandWidth)) }
      ranges.add(snapshot.atr_14)
      bandWidths.add(bandWidth)
      return ranked
    },
  }
}

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
