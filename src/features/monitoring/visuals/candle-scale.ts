import { createContext } from 'react'
import type { PairId } from '#contract/pairs.ts'
import { pairOfKey } from '#contract/stream-keys.ts'
import { readCandle, type CandleModel } from '#src/analysis/candles.ts'
import type { StreamRecord } from '#src/streams/index.ts'

/** The prices that a candle is drawn between. */
export type PriceScale = Pick<CandleModel, 'low' | 'high'>
export type PriceScales = ReadonlyMap<PairId, PriceScale>

/** One scale for all candles of a pair, so that a minute does not look like a day. */
export const CandleScales = createContext<PriceScales>(new Map())

/** From the lowest to the highest price of each pair's newest candles. */
export function candleScales(records: readonly Pick<StreamRecord, 'key' | 'data'>[]): PriceScales {
  const scales = new Map<PairId, PriceScale>()
  for (const { key, data } of records) {
    const pair = pairOfKey(key)
    const candle = data === null ? undefined : readCandle(data, key).model
    if (pair === undefined || candle === undefined) continue
    const { low, high } = scales.get(pair) ?? candle
    scales.set(pair, { low: Math.min(low, candle.low), high: Math.max(high, candle.high) })
  }
  return scales
}

/** Position of a price between the ends of a scale, 0 to 1; the middle of one without height. */
export function positionOn({ low, high }: PriceScale, price: number): number {
  const ratio = (price - low) / (high - low)
  return Number.isFinite(ratio) ? Math.min(1, Math.max(0, ratio)) : 0.5
}
