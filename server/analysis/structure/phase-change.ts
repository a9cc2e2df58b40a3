import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { MarketPhase } from '#contract/payloads/structure.ts'
import { clamp, interpolate } from '../candles/math.ts'
import { RANGE, TREND } from './phase.ts'

/** Phases that change alike: both trends, and the others. */
export type PhaseKind = 'trend' | 'ranging' | 'transitional'

/** Log-odds of a change: an intercept, and a weight for each of `changeInputs`. */
interface ChangeWeights {
  readonly intercept: number
  readonly weights: readonly number[]
}

/** Fitted by research/fit/phase.ts, see docs/decisions/0024-change-of-phase.md. */
const CHANGE: Record<PhaseKind, ChangeWeights> = {
  trend: { intercept: 2.013, weights: [-0.839, -0.482, -0.547] },
  ranging: { intercept: 1.211, weights: [-1.615, 1.33] },
  transitional: { intercept: -0.575, weights: [-0.055, 0.179, -0.019, 0.417, 1.022] },
}

/** Probability by the weights above, and how often the phase then changed in the fitted months. */
const CALIBRATION: readonly (readonly [computed: number, came: number])[] = [
  [0, 0],
  [0.007, 0.011],
  [0.015, 0.024],
  [0.027, 0.034],
  [0.044, 0.051],
  [0.072, 0.075],
  [0.12, 0.109],
  [0.206, 0.182],
  [0.358, 0.319],
  [0.559, 0.566],
  [0.823, 0.861],
  [1, 1],
]

/** Change of ADX in one candle that counts fully: larger ones follow jumps. */
const MAX_STEP = 3
/** Distance of ADX from the end of a phase that counts fully. */
const MAX_DISTANCE = 40
const MIDDLE = (RANGE.enter + TREND.enter) / 2

export function kindOf(phase: MarketPhase): PhaseKind | undefined {
  if (phase === 'neutral') return undefined
  return phase === 'bullish' || phase === 'bearish' ? 'trend' : phase
}

/**
 * What a change of phase within the hour depends on: how far ADX is from the bound at which the phase ends, how it moves,
 * and in a trend how far apart both directional indicators are, which change places when the trend turns. The age of the
 * phase says nothing beyond these. Undefined while ADX is.
 */
export function changeInputs(
  kind: PhaseKind,
  { adx: now }: IndicatorSnapshot,
  before: IndicatorSnapshot | undefined,
): readonly number[] | undefined {
  if (now?.adx === undefined) return undefined
  const step = clamp(now.adx - (before?.adx?.adx ?? now.adx), -MAX_STEP, MAX_STEP)
  if (kind === 'ranging') return [Math.sqrt(clamp(RANGE.leave - now.adx, 0, MAX_DISTANCE)), step]
  if (kind === 'transitional') {
    const offset = clamp(now.adx - MIDDLE, RANGE.enter - MIDDLE, TREND.enter - MIDDLE)
    return [offset, offset ** 2, step, step * offset, Math.abs(step)]
  }
  const spread = Math.min(Math.abs(now.plus_di - now.minus_di), MAX_DISTANCE)
  return [Math.sqrt(clamp(now.adx - TREND.leave, 0, MAX_DISTANCE)), Math.log1p(spread), step]
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
  const inputs = kind && changeInputs(kind, now, before)
  if (!kind || !inputs) return 0
  return interpolate(CALIBRATION, computedChange(CHANGE[kind], inputs))
}
