import type { ForecastTimeframe } from '#contract/analysis/forecast.ts'
import type { VolatilityState } from './volatility.ts'

/** A horizon's scale: the logarithm of its mean absolute move is linear in the volatility of the past (log-HAR, Corsi 2009). */
export interface ScaleWeights {
  readonly intercept: number
  /** In the order of `MEMORIES`. */
  readonly ratios: readonly number[]
}

export interface MoveWeights extends ScaleWeights {
  /** Logarithms of the quantiles of |move| / scale at `MOVE_LEVELS`. */
  readonly quantiles: readonly number[]
  /** Step at which the quantiles follow the outcomes. */
  readonly step: number
}

/** Shares of the moves within the two published bands. */
export const MOVE_LEVELS = [0.5, 0.9] as const
/** Shares of the hours whose furthest move stays below each excursion. */
export const EXCURSION_LEVELS = [0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.98, 0.995] as const

/** Logarithm of the scale over `minutes`. */
export const logScale = ({ intercept, ratios }: ScaleWeights, state: VolatilityState, minutes: number): number =>
  intercept +
  state.base +
  0.5 * Math.log(minutes) +
  ratios.reduce((sum, weight, i) => sum + weight * (state.ratios[i] ?? 0), 0)

/** Printed by scripts/fit-forecast.ts; docs/decisions/0022-forecast-of-moves.md says on which months. */
export const MOVE_WEIGHTS: Record<ForecastTimeframe, MoveWeights> = {
  M1: { intercept: -0.759, ratios: [0.464, -0.083, -0.71, 0.192, 0.233], quantiles: [-0.376, 0.763], step: 0.003 },
  M5: { intercept: -0.847, ratios: [0.343, -0.209, -0.664, 0.316, 0.491], quantiles: [-0.41, 0.747], step: 0.005 },
  M15: { intercept: -0.872, ratios: [0.255, -0.266, -0.538, 0.301, 0.657], quantiles: [-0.46, 0.767], step: 0.008 },
  H1: { intercept: -0.803, ratios: [0.085, -0.042, -0.504, 0.11, 0.878], quantiles: [-0.444, 0.824], step: 0.02 },
  H4: { intercept: -0.882, ratios: [-0.046, 0.041, -0.572, -0.12, 1.108], quantiles: [-0.399, 0.835], step: 0.02 },
}

/** The next hour from any minute. `quantiles`: of the closing move; `excursions`: of the furthest move to either side. */
export const HOUR_WEIGHTS: MoveWeights & { readonly excursions: readonly number[] } = {
  intercept: -0.673,
  ratios: [0.341, -0.069, -0.538, 0.16, 0.401],
  quantiles: [-0.452, 0.728],
  excursions: [-4.245, -1.854, -0.932, -0.429, -0.025, 0.397, 0.787, 1.135, 1.537, 2.119],
  step: 0.004,
}
