import type { ForecastTimeframe } from '#contract/payloads/forecast.ts'
import type { VolatilityState } from './volatility.ts'

/** A horizon's scale: the logarithm of its mean absolute move is linear in the volatility of the past (log-HAR, Corsi 2009). */
export interface ScaleWeights {
  readonly intercept: number
  /** In the order of `VolatilityState.inputs`. */
  readonly inputs: readonly number[]
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
export const logScale = ({ intercept, inputs }: ScaleWeights, state: VolatilityState, minutes: number): number =>
  intercept +
  state.base +
  0.5 * Math.log(minutes) +
  inputs.reduce((sum, weight, i) => sum + weight * (state.inputs[i] ?? 0), 0)

/** Printed by research/fit/forecast.ts; docs/decisions/0022-forecast-of-moves.md says on which months. */
export const MOVE_WEIGHTS: Record<ForecastTimeframe, MoveWeights> = {
  M1: {
    intercept: -0.963,
    inputs: [-0.004, 0.13, 0.15, 0.292, 0.326, 0.182, 0.069],
    quantiles: [-0.35, 0.76],
    step: 0.003,
  },
  M5: {
    intercept: -0.997,
    inputs: [0.077, 0.464, -0.016, 0.18, 0.238, 0.305, 0.086],
    quantiles: [-0.4, 0.745],
    step: 0.005,
  },
  M15: {
    intercept: -0.953,
    inputs: [0.279, 0.592, -0.108, 0.151, 0.061, 0.359, 0.072],
    quantiles: [-0.452, 0.774],
    step: 0.008,
  },
  H1: {
    intercept: -0.76,
    inputs: [0.51, 0.711, -0.214, 0.043, 0.011, 0.275, 0.111],
    quantiles: [-0.431, 0.804],
    step: 0.015,
  },
}

/** The next hour from any minute. `quantiles`: of the closing move; `excursions`: of the furthest move to either side. */
export const HOUR_WEIGHTS: MoveWeights & { readonly excursions: readonly number[] } = {
  intercept: -0.826,
  inputs: [0.102, 0.312, 0.106, 0.136, 0.206, 0.263, 0.066],
  quantiles: [-0.443, 0.719],
  excursions: [-4.26, -1.838, -0.918, -0.414, -0.018, 0.397, 0.784, 1.122, 1.532, 2.107],
  step: 0.004,
}
