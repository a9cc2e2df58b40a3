import type { PairId } from '#contract/pairs.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import type { CandleSlice, CandleStore } from '../ports.ts'
import { createCandleBuilder, type CandleBuilder } from './builder.ts'

/** The store with the builders that write to it, which only the service uses. */
export interface WritableCandleStore extends CandleStore {
  builderOf(pair: PairId): CandleBuilder
}

/**
 * Candles in memory, bounded per timeframe. An unknown pair reads as empty.
 * @param maxOpening latest accepted opening of a minute, in unix seconds
 */
export function createCandleStore(maxOpening: () => number): WritableCandleStore {
  const builders = new Map<PairId, CandleBuilder>()

  function builderOf(pair: PairId): CandleBuilder {
    const builder = builders.get(pair) ?? createCandleBuilder(maxOpening)
    builders.set(pair, builder)
    return builder
  }

  function sliceOf(pair: PairId, timeframe: Timeframe, from: number, limit: number): CandleSlice {
    const closed = builderOf(pair).closed(timeframe)
    const candles = closed.slice(from, from + limit)
    const running = builderOf(pair).running(timeframe)
    if (!running || candles.length >= limit) return { candles, lastIsComplete: true }
    return { candles: [...candles, running], lastIsComplete: false }
  }

  const count = (pair: PairId, timeframe: Timeframe) =>
    builderOf(pair).closed(timeframe).length() + (builderOf(pair).running(timeframe) ? 1 : 0)

  return {
    recent: (pair, timeframe, limit) => sliceOf(pair, timeframe, Math.max(0, count(pair, timeframe) - limit), limit),
    since(pair, timeframe, sinceS, limit) {
      const from = builderOf(pair).closed(timeframe).indexFrom(sinceS)
      const slice = sliceOf(pair, timeframe, from, limit)
      const first = slice.candles[0]
      return first && first.timestamp < sinceS ? { candles: [], lastIsComplete: true } : slice
    },
    before(pair, timeframe, beforeS, limit) {
      const end = builderOf(pair).closed(timeframe).indexFrom(beforeS)
      const running = builderOf(pair).running(timeframe)
      const includesRunning = running !== undefined && running.timestamp < beforeS
      const from = Math.max(0, end + (includesRunning ? 1 : 0) - limit)
      return includesRunning
        ? sliceOf(pair, timeframe, from, limit)
        : { candles: builderOf(pair).closed(timeframe).slice(from, end), lastIsComplete: true }
    },
    count,
    refused: (pair) => builderOf(pair).refused(),
    builderOf,
  }
}
