import { FORECAST_CANDLES, type ForecastTimeframe } from '#contract/payloads/forecast.ts'
import type { Candle } from '#contract/candles.ts'
import { TIMEFRAME_MINUTES } from '#contract/timeframes.ts'
import { MINUTE_S } from '../candles/math.ts'
import { createAdaptiveQuantiles } from './adaptive-quantiles.ts'
import { createRangeAverage } from './range-average.ts'
import type { VolatilityState } from './volatility.ts'
import { logScale, MOVE_LEVELS, type MoveWeights } from './weights.ts'

/** Candles over which the mean time between candles is taken: minutes without trades are absent. */
const SPACING_HALF_LIFE = 100

/** How far the price will be from here, either way, as fractions of it. */
export interface MoveBands {
  /** Half of the moves are smaller. */
  readonly half: number
  /** Nine of ten moves are smaller. */
  readonly nineTenths: number
}

/** The bands that a scale and the quantiles relative to it make. */
export const bandsOf = (scale: number, [half = 0, nineTenths = 0]: readonly number[]): MoveBands => ({
  half: Math.exp(scale + half),
  nineTenths: Math.exp(scale + nineTenths),
})

/** Logarithm of a move relative to a scale; a price that did not move is far below every quantile. */
export const logMove = (move: number, scale: number): number => Math.log(Math.max(1e-12, Math.abs(move))) - scale

interface Forecast {
  readonly close: number
  readonly scale: number
  readonly quantiles: readonly number[]
}

/** Forecasts of the move over a timeframe's next ten candles. */
export interface CandleMoves {
  /** Learns from the forecast of ten candles ago and makes a new one. */
  append(candle: Candle, state: VolatilityState | undefined): void
  /** Forgets forecasts whose outcome an outage has spoiled. */
  interrupt(): void
  /** The forecast made at the newest close; undefined during warm-up. */
  current(): MoveBands | undefined
}

export function createCandleMoves(timeframe: ForecastTimeframe, weights: MoveWeights): CandleMoves {
  const quantiles = createAdaptiveQuantiles(MOVE_LEVELS, weights.quantiles, weights.step)
  const spacing = createRangeAverage(SPACING_HALF_LIFE)
  /** Of the last ten candles, oldest first; undefined during warm-up. */
  let pending: (Forecast | undefined)[] = []
  let previous: Candle | undefined

  return {
    append(candle, state) {
      if (previous) spacing.add((candle.timestamp - previous.timestamp) / MINUTE_S, 1)
      previous = candle
      const due = pending.length === FORECAST_CANDLES ? pending.shift() : undefined
      if (due) quantiles.learn(logMove(candle.close / due.close - 1, due.scale), due.quantiles)
      const minutes = FORECAST_CANDLES * (spacing.value() ?? TIMEFRAME_MINUTES[timeframe])
      const made = state && {
        close: candle.close,
        scale: logScale(weights, state, minutes),
        quantiles: quantiles.values(),
      }
      pending.push(made)
    },

    interrupt() {
      pending = []
      previous = undefined
    },

    current() {
      const newest = pending.at(-1)
      return newest && bandsOf(newest.scale, newest.quantiles)
    },
  }
}
