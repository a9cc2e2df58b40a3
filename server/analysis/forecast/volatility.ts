import type { Candle } from '#contract/candles.ts'
import { TIMEFRAME_MINUTES, type Timeframe } from '#contract/timeframes.ts'
import { clamp, HOUR_S, MINUTE_S } from '../candles/math.ts'
import { trueRange } from '../indicators/atr.ts'
import { createRangeAverage, type RangeAverage } from './range-average.ts'

/** An average of a timeframe's ranges, with its half-life in minutes. */
interface Memory {
  readonly timeframe: Timeframe
  readonly halfLife: number
}

/** The day that the others are compared with. */
const BASE: Memory = { timeframe: 'M15', halfLife: 1_440 }
/** Averages compared with the base: from the last minutes to the last days. */
export const MEMORIES: readonly Memory[] = [
  { timeframe: 'M1', halfLife: 15 },
  { timeframe: 'M1', halfLife: 60 },
  { timeframe: 'M1', halfLife: 1_440 },
  { timeframe: 'M5', halfLife: 240 },
  { timeframe: 'H1', halfLife: 5_760 },
]
/** M15 candles until the base is known well enough: four hours. */
const MIN_BASE_CANDLES = 16
/** Log ratios beyond this, sevenfold, were too rare to measure. */
const MAX_LOG_RATIO = 2
/** Candles after a longer gap say nothing of the volatility: the market or the connection was down. */
const OUTAGE_S = HOUR_S

/** Volatility of the recent past. */
export interface VolatilityState {
  /** Logarithm of the mean range of a minute relative to the price, over about a day. */
  readonly base: number
  /** Logarithms of how the other averages compare with it, in the order of `MEMORIES`. */
  readonly ratios: readonly number[]
}

export interface VolatilityTracker {
  /** Adds a closed candle; false when it comes after an outage, so that outcomes across it do not count. */
  append(timeframe: Timeframe, candle: Candle): boolean
  /** Undefined during warm-up and while the price does not move at all. */
  state(): VolatilityState | undefined
}

/** True range relative to the price and to the square root of its minutes, as for a random walk. */
const relativeRange = (candle: Candle, previousClose: number, minutes: number): number =>
  trueRange(candle, previousClose) / previousClose / Math.sqrt(minutes)

/** Tracks how much a pair has moved, per minute and relative to its price, over several half-lives. */
export function createVolatilityTracker(): VolatilityTracker {
  const last = new Map<Timeframe, Candle>()
  const averages = new Map<Memory, RangeAverage>(
    [BASE, ...MEMORIES].map((each) => [each, createRangeAverage(each.halfLife)]),
  )
  let baseCandles = 0

  return {
    append(timeframe, candle) {
      const previous = last.get(timeframe)
      last.set(timeframe, candle)
      if (!previous) return true
      const elapsed = candle.timestamp - previous.timestamp
      if (elapsed > TIMEFRAME_MINUTES[timeframe] * MINUTE_S + OUTAGE_S) return false
      const minutes = elapsed / MINUTE_S
      const range = relativeRange(candle, previous.close, minutes)
      for (const [memory, average] of averages) if (memory.timeframe === timeframe) average.add(range, minutes)
      if (timeframe === BASE.timeframe) baseCandles += 1
      return true
    },

    state() {
      const base = averages.get(BASE)?.value() ?? 0
      if (baseCandles < MIN_BASE_CANDLES || base <= 0) return undefined
      const ratios = MEMORIES.map((memory) => {
        const ratio = Math.log((averages.get(memory)?.value() ?? base) / base)
        return clamp(ratio, -MAX_LOG_RATIO, MAX_LOG_RATIO)
      })
      return { base: Math.log(base), ratios }
    },
  }
}
