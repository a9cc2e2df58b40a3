import type { ForecastTimeframe } from '#contract/payloads/forecast.ts'
import type { Candle } from '#contract/candles.ts'
import { TIMEFRAME_MINUTES, type Timeframe } from '#contract/timeframes.ts'
import { clamp, HOUR_S, MINUTE_S } from '../candles/math.ts'
import { trueRange } from '../indicators/atr.ts'
import { createRangeAverage, type RangeAverage } from './range-average.ts'

/** What is averaged of a timeframe's candles, and the half-life of the average in minutes. */
interface Memory {
  readonly timeframe: Timeframe
  readonly of: 'range' | 'change' | 'volume'
  readonly halfLife: number
}

const DAY = 1_440
/** The day of ranges that the others are compared with. */
const BASE: Memory = { timeframe: 'M15', of: 'range', halfLife: DAY }
/** Longer averages of the ranges: the last days. */
const RANGES: readonly Memory[] = [
  { timeframe: 'M15', of: 'range', halfLife: 4 * DAY },
  { timeframe: 'H1', of: 'range', halfLife: 4 * DAY },
]
/** Mean changes, with their sign: how far the price has gone since, whatever happened in between. */
const CHANGES: readonly Memory[] = [15, 60, DAY].map((halfLife) => ({ timeframe: 'M1', of: 'change', halfLife }))
const USUAL_VOLUME: Memory = { timeframe: 'M1', of: 'volume', halfLife: DAY }
const RECENT_VOLUME: Memory = { timeframe: 'M1', of: 'volume', halfLife: 15 }

const MEMORIES = [BASE, ...RANGES, ...CHANGES, USUAL_VOLUME, RECENT_VOLUME]
/** Candles over which squared changes are averaged, as in a plain average with a decay of 0.94 (RiskMetrics). */
const CANDLES_HALF_LIFE = Math.log(0.5) / Math.log(0.94)

/** The inputs of a forecast besides the base, in the order of `VolatilityState.inputs`. */
export const INPUTS = RANGES.length + CHANGES.length + 2

/** M15 candles until the base is known well enough: four hours. */
const MIN_BASE_CANDLES = 16
/** Log ratios of ranges beyond this, sevenfold, and of volumes were too rare to measure. */
const MAX_RANGE_RATIO = 2
const MAX_VOLUME_RATIO = 4
/** Changes of that many times what is usual count fully. */
const MAX_CHANGE = 3
/** Candles after a longer gap say nothing of the volatility: the market or the connection was down. */
const OUTAGE_S = HOUR_S

/** Volatility of the recent past. */
export interface VolatilityState {
  /** Logarithm of the mean range of a minute relative to the price, over about a day. */
  readonly base: number
  /**
   * How the recent past compares with it: the longer ranges and the plain average of the timeframe's squared changes, as
   * logarithms of ratios; the changes, as ln(1 + 2 size); and the volume compared with that of the day.
   */
  readonly inputs: readonly number[]
}

export interface VolatilityTracker {
  /** Adds a closed candle; false when it comes after an outage, so that outcomes across it do not count. */
  append(timeframe: ForecastTimeframe, candle: Candle): boolean
  /** For a forecast of the timeframe. Undefined during warm-up and while the price does not move at all. */
  state(timeframe: ForecastTimeframe): VolatilityState | undefined
}

const logRatio = (value: number | undefined, to: number | undefined, limit: number): number =>
  value && to && value > 0 && to > 0 ? clamp(Math.log(value / to), -limit, limit) : 0

interface TimeframeAverages {
  readonly memories: readonly (readonly [Memory, RangeAverage])[]
  readonly squares: RangeAverage
  last: Candle | undefined
}

/** Tracks how much a pair has moved, per minute and relative to its price, over several half-lives. */
export function createVolatilityTracker(): VolatilityTracker {
  const averages = new Map(MEMORIES.map((each) => [each, createRangeAverage(each.halfLife)]))
  const averageOf = (memory: Memory) => averages.get(memory)?.value()
  const timeframes = new Map<ForecastTimeframe, TimeframeAverages>()
  let baseCandles = 0

  function averagesOf(timeframe: ForecastTimeframe): TimeframeAverages {
    const known = timeframes.get(timeframe)
    if (known) return known
    const memories = [...averages].filter(([memory]) => memory.timeframe === timeframe)
    const own = { memories, squares: createRangeAverage(CANDLES_HALF_LIFE), last: undefined }
    timeframes.set(timeframe, own)
    return own
  }

  return {
    append(timeframe, candle) {
      const own = averagesOf(timeframe)
      const previous = own.last
      own.last = candle
      if (!previous) return true
      const elapsed = candle.timestamp - previous.timestamp
      if (elapsed > TIMEFRAME_MINUTES[timeframe] * MINUTE_S + OUTAGE_S) return false
      const minutes = elapsed / MINUTE_S
      const change = Math.log(candle.close / previous.close)
      // Relative to the square root of its minutes, as for a random walk.
      const range = trueRange(candle, previous.close) / previous.close / Math.sqrt(minutes)
      for (const [{ of }, average] of own.memories) {
        average.add(of === 'range' ? range : (of === 'change' ? change : candle.volume) / minutes, minutes)
      }
      own.squares.add(change ** 2 / minutes, 1)
      if (timeframe === BASE.timeframe) baseCandles += 1
      return true
    },

    state(timeframe) {
      const base = averageOf(BASE) ?? 0
      if (baseCandles < MIN_BASE_CANDLES || base <= 0) return undefined
      const changeOf = (memory: Memory): number => {
        const size = (Math.abs(averageOf(memory) ?? 0) * Math.sqrt(memory.halfLife)) / base
        return Math.log1p(2 * Math.min(MAX_CHANGE, size))
      }
      const plain = Math.sqrt(timeframes.get(timeframe)?.squares.value() ?? 0)
      return {
        base: Math.log(base),
        inputs: [
          ...RANGES.map((memory) => logRatio(averageOf(memory), base, MAX_RANGE_RATIO)),
          logRatio(plain, base, MAX_RANGE_RATIO),
          ...CHANGES.map(changeOf),
          logRatio(averageOf(RECENT_VOLUME), averageOf(USUAL_VOLUME), MAX_VOLUME_RATIO),
        ],
      }
    },
  }
}
