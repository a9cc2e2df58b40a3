import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import type { CandleSlice, CandleStore } from '../ports.ts'
import { createCandleBuilder, type CandleBuilder, type Taken } from './builder.ts'

/** The store with its writing side, which only the service holds. */
export interface WritableCandleStore extends CandleStore {
  take(pair: PairId, candle: Candle, closed: boolean): Taken
  seed(pair: PairId, timeframe: Timeframe, candles: readonly Candle[]): void
}

/**
 * Candles in memory, bounded per timeframe. A pair that was never heard of reads as empty.
 * @param latest the latest opening of a minute that is believed, in unix seconds
 */
export function createCandleStore(latest: () => number): WritableCandleStore {
  const builders = new Map<PairId, CandleBuilder>()

  function of(pair: PairId): CandleBuilder {
    const builder = builders.get(pair) ?? createCandleBuilder(latest)
    builders.set(pair, builder)
    return builder
  }

  function stretch(pair: PairId, timeframe: Timeframe, from: number, limit: number): CandleSlice {
    const closed = of(pair).closed(timeframe)
    const candles = closed.slice(from, from + limit)
    const running = of(pair).running(timeframe)
    if (!running || candles.length >= limit) return { candles, lastIsComplete: true }
    return { candles: [...candles, running], lastIsComplete: false }
  }

  const count = (pair: PairId, timeframe: Timeframe) =>
    of(pair).closed(timeframe).length() + (of(pair).running(timeframe) ? 1 : 0)

  return {
    recent: (pair, timeframe, limit) => stretch(pair, timeframe, Math.max(0, count(pair, timeframe) - limit), limit),
    since(pair, timeframe, sinceS, limit) {
      const from = of(pair).closed(timeframe).indexFrom(sinceS)
      const slice = stretch(pair, timeframe, from, limit)
      const first = slice.candles[0]
      return first && first.timestamp < sinceS ? { candles: [], lastIsComplete: true } : slice
    },
    count,
    refused: (pair) => of(pair).refused(),
    take: (pair, candle, closed) => of(pair).take(candle, closed),
    seed: (pair, timeframe, candles) => of(pair).seed(timeframe, candles),
  }
}
