import type { Candle } from '#contract/candles.ts'
import { clamp01, HOUR_S, MINUTE_S } from '../candles/math.ts'
import { createAdaptiveQuantiles } from './adaptive-quantiles.ts'
import { bandsOf, logMove, type MoveBands } from './candle-moves.ts'
import type { VolatilityState } from './volatility.ts'
import { EXCURSION_LEVELS, HOUR_WEIGHTS, logScale, MOVE_LEVELS } from './weights.ts'

/** Levels lie where the price has turned: near ones are reached a little more often than any price that far, far ones less. */
export const LEVEL_ODDS = 1.02
/** Outcomes are taken every five minutes: those of every minute would teach hardly more. */
const OUTCOME_EVERY_S = 300

interface Forecast {
  readonly made: number
  readonly price: number
  readonly scale: number
  readonly moves: readonly number[]
  readonly excursions: readonly number[]
}

/** A forecast with what has happened since. */
interface Pending {
  readonly forecast: Forecast
  high: number
  low: number
  close: number
}

/** What the hour after the newest minute may bring. */
export interface NextHour {
  append(minute: Candle, state: VolatilityState | undefined): void
  /** Forgets forecasts whose outcome an outage has spoiled. */
  interrupt(): void
  /** How far the price will be after an hour; undefined during warm-up. */
  bands(): MoveBands | undefined
  /** Probability that the price reaches a level within an hour, 0 to 1; undefined during warm-up. */
  readonly touchProbability: (level: number) => number | undefined
}

const logit = (p: number): number => Math.log(p / (1 - p))
const logistic = (x: number): number => 1 / (1 + Math.exp(-x))
const LOG_ODDS = EXCURSION_LEVELS.map((level) => logit(1 - level))

/** Probability of an excursion beyond `distance`, both logarithms: log-odds are linear between the quantiles. */
export function probabilityBeyond(distance: number, excursions: readonly number[]): number {
  const after = excursions.findIndex((excursion, i) => i > 0 && distance <= excursion)
  const to = after === -1 ? excursions.length - 1 : after
  const [x0 = 0, x1 = 1] = [excursions[to - 1], excursions[to]]
  const [y0 = 0, y1 = 0] = [LOG_ODDS[to - 1], LOG_ODDS[to]]
  return clamp01(logistic(y0 + ((y1 - y0) * (distance - x0)) / (x1 - x0)))
}

export function createNextHour(): NextHour {
  const moves = createAdaptiveQuantiles(MOVE_LEVELS, HOUR_WEIGHTS.quantiles, HOUR_WEIGHTS.step)
  const excursions = createAdaptiveQuantiles(EXCURSION_LEVELS, HOUR_WEIGHTS.excursions, HOUR_WEIGHTS.step)
  let pending: Pending[] = []
  let current: Forecast | undefined

  function learn({ forecast, high, low, close }: Pending): void {
    const { price, scale } = forecast
    moves.learn(logMove(close / price - 1, scale), forecast.moves)
    excursions.learn(logMove(high / price - 1, scale), forecast.excursions)
    excursions.learn(logMove(1 - low / price, scale), forecast.excursions)
  }

  /** Whether a new outcome is to be followed: one per five minutes of the clock. */
  const isDue = (now: number): boolean =>
    Math.floor(now / OUTCOME_EVERY_S) > Math.floor((pending.at(-1)?.forecast.made ?? 0) / OUTCOME_EVERY_S)

  return {
    append(minute, state) {
      const ended = pending.filter(({ forecast }) => minute.timestamp >= forecast.made + HOUR_S)
      for (const each of ended) learn(each)
      if (ended.length > 0) pending = pending.slice(ended.length)
      for (const each of pending) {
        each.high = Math.max(each.high, minute.high)
        each.low = Math.min(each.low, minute.low)
        each.close = minute.close
      }
      const now = minute.timestamp + MINUTE_S
      const price = minute.close
      current = state && {
        made: now,
        price,
        scale: logScale(HOUR_WEIGHTS, state, HOUR_S / MINUTE_S),
        moves: moves.values(),
        excursions: excursions.values(),
      }
      if (current && isDue(now)) pending.push({ forecast: current, high: price, low: price, close: price })
    },

    interrupt() {
      pending = []
    },

    bands: () => current && bandsOf(current.scale, current.moves),

    touchProbability: (level) =>
      current &&
      logistic(
        LEVEL_ODDS * logit(probabilityBeyond(logMove(level / current.price - 1, current.scale), current.excursions)),
      ),
  }
}
