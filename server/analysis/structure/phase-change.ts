import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { MarketPhase } from '#contract/payloads/structure.ts'
import { clamp, interpolate } from '../candles/math.ts'
import { trendScoreOf } from '../indicators/trend.ts'
import { RANGE, TREND } from './phase.ts'

/** Phases that change alike: both trends, and the others. */
export type PhaseKind = 'trend' | 'ranging' | 'transitional'

/** Log-odds of a change: an intercept, and a weight for each of `changeInputs`. */
interface ChangeWeights {
  readonly intercept: number
  readonly weights: readonly number[]
}

/** With the probability by these weights, and how often the phase then changed in the fitted months. */
interface Change extends ChangeWeights {
  readonly calibration: readonly (readonly [computed: number, came: number])[]
}

/** Fitted by research/fit/phase.ts, see docs/decisions/0024-change-of-phase.md. */
const CHANGE: Record<PhaseKind, Change> = {
  trend: {
    intercept: 2.745,
    weights: [-1.651, 0.041, -1.401, 0.278, -0.36, -0.209, -1.475],
    calibration: [
      [0, 0],
      [0, 0],
      [0.001, 0],
      [0.002, 0.001],
      [0.003, 0.003],
      [0.006, 0.007],
      [0.011, 0.008],
      [0.022, 0.019],
      [0.043, 0.03],
      [0.085, 0.078],
      [0.18, 0.181],
      [0.393, 0.398],
      [0.762, 0.78],
      [1, 1],
    ],
  },
  ranging: {
    intercept: 1.354,
    weights: [-1.722, 1.373],
    calibration: [
      [0, 0],
      [0.005, 0.01],
      [0.008, 0.01],
      [0.012, 0.014],
      [0.017, 0.025],
      [0.023, 0.025],
      [0.034, 0.026],
      [0.048, 0.043],
      [0.072, 0.077],
      [0.117, 0.102],
      [0.218, 0.196],
      [0.437, 0.436],
      [0.801, 0.831],
      [1, 1],
    ],
  },
  transitional: {
    intercept: -0.462,
    weights: [-0.043, 0.132, -0.042, 0.444, 0.932],
    calibration: [
      [0, 0],
      [0.435, 0.414],
      [0.484, 0.464],
      [0.524, 0.483],
      [0.58, 0.581],
      [0.647, 0.7],
      [0.709, 0.696],
      [0.765, 0.82],
      [0.81, 0.807],
      [0.849, 0.858],
      [0.89, 0.869],
      [0.929, 0.934],
      [0.971, 0.969],
      [1, 1],
    ],
  },
}

/** Change of ADX in one candle that counts fully: larger ones follow jumps. */
const MAX_STEP = 3
/** Distance of ADX from the end of a phase that counts fully. */
const MAX_DISTANCE = 40
/** Distance of both slower averages, and of the MACD line from 0, that count fully, in average true ranges. */
const MAX_GAP = 4
const MAX_LINE = 2
/** Distance of the trend's score from the middle, 50, at its ends. */
const FULL_SCORE = 37.5
const MIDDLE = (RANGE.enter + TREND.enter) / 2

export function kindOf(phase: MarketPhase): PhaseKind | undefined {
  if (phase === 'neutral') return undefined
  return phase === 'bullish' || phase === 'bearish' ? 'trend' : phase
}

/** How clearly the trend points where the phase does, which ends when the trend turns: its score, averages and MACD line. */
function trendInputs(phase: MarketPhase, now: IndicatorSnapshot): readonly number[] {
  const sign = phase === 'bullish' ? 1 : -1
  const { ema_21, ema_100, macd, atr_14 } = now
  const gap = ema_21 === undefined || ema_100 === undefined || !atr_14 ? 0 : (ema_21 - ema_100) / atr_14
  const line = macd === undefined || !atr_14 ? 0 : macd.macd_line / atr_14
  const score = ((trendScoreOf(now) ?? 50) - 50) / FULL_SCORE
  return [sign * score, clamp(sign * gap, -MAX_GAP, MAX_GAP), clamp(sign * line, -MAX_LINE, MAX_LINE)]
}

/**
 * What a change of phase within the hour depends on: how far ADX is from the bound at which the phase ends, how it moves, and
 * in a trend how clear its direction is. The age of the phase says nothing beyond these. Undefined while ADX is.
 */
export function changeInputs(
  phase: MarketPhase,
  now: IndicatorSnapshot,
  before: IndicatorSnapshot | undefined,
): readonly number[] | undefined {
  const adx = now.adx?.adx
  const kind = kindOf(phase)
  if (adx === undefined || kind === undefined) return undefined
  const step = clamp(adx - (before?.adx?.adx ?? adx), -MAX_STEP, MAX_STEP)
  if (kind === 'ranging') return [Math.sqrt(clamp(RANGE.leave - adx, 0, MAX_DISTANCE)), step]
  if (kind === 'transitional') {
    const offset = clamp(adx - MIDDLE, RANGE.enter - MIDDLE, TREND.enter - MIDDLE)
    return [offset, offset ** 2, step, step * offset, Math.abs(step)]
  }
  const distance = clamp(adx - TREND.leave, 0, MAX_DISTANCE)
  return [Math.sqrt(distance), distance, step, step * Math.sqrt(distance), ...trendInputs(phase, now)]
}

/** Probability of a change by these weights, before its calibration. */
export function computedChange({ intercept, weights }: ChangeWeights, inputs: readonly number[]): number {
  const odds = inputs.reduce((sum, input, i) => sum + input * (weights[i] ?? 0), intercept)
  return 1 / (1 + Math.exp(-odds))
}

/** Probability that the phase is different in an hour; 0 while it is unknown. `before`: the indicators one candle earlier. */
export function changeProbability(
  phase: MarketPhase,
  now: IndicatorSnapshot,
  before: IndicatorSnapshot | undefined,
): number {
  const kind = kindOf(phase)
  const inputs = changeInputs(phase, now, before)
  if (!kind || !inputs) return 0
  const { calibration, ...weights } = CHANGE[kind]
  return interpolate(calibration, computedChange(weights, inputs))
}
