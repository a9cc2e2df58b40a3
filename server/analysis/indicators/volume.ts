import type { Candle } from '#contract/candles.ts'
import { DAY_S } from '../candles/math.ts'
import { fold, type Indicator } from './indicator.ts'

/**
 * On-balance volume (Granville): volume of candles that close higher minus that of candles that close lower, summed from the
 * first candle seen, which counts as zero.
 */
export const createObv = (): Indicator<number> =>
  fold(
    { close: undefined as number | undefined, sum: 0 },
    ({ close, sum }, candle) => ({
      close: candle.close,
      sum: close === undefined ? 0 : sum + Math.sign(candle.close - close) * candle.volume,
    }),
    ({ close, sum }) => (close === undefined ? undefined : sum),
  )

/** The trading session a candle belongs to: its UTC day. */
export const utcDay = (candle: Candle): number => Math.floor(candle.timestamp / DAY_S)

interface Session {
  readonly id: number
  /** False for a session that started before the first candle seen: its average would be wrong. */
  readonly isComplete: boolean
  readonly priceVolume: number
  readonly volume: number
}

/**
 * Volume-weighted average of the typical price (high + low + close) / 3 since the session started. Undefined without volume
 * and in a session whose start was not seen.
 */
export const createVwap = (
  sessionOf: (candle: Candle) => number = utcDay,
  opensSession: (candle: Candle) => boolean = ({ timestamp }) => timestamp % DAY_S === 0,
): Indicator<number> =>
  fold(
    undefined as Session | undefined,
    (session, candle) => {
      const id = sessionOf(candle)
      const same = session?.id === id ? session : undefined
      const typical = (candle.high + candle.low + candle.close) / 3
      return {
        id,
        isComplete: same?.isComplete ?? (session !== undefined || opensSession(candle)),
        priceVolume: (same?.priceVolume ?? 0) + typical * candle.volume,
        volume: (same?.volume ?? 0) + candle.volume,
      }
    },
    (session) => (session?.isComplete && session.volume > 0 ? session.priceVolume / session.volume : undefined),
  )
