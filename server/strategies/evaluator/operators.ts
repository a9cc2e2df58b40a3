import { STREAM_TIMEFRAMES, type RuleFunction, type Side } from '#contract/strategies/names.ts'
import type { RuleEvidence } from './collect-evidence.ts'
import type { Signal } from './sources.ts'

/** The signals that support a side under an operator, and whether the operator holds. */
export interface SideSupport {
  readonly side: Side
  readonly agreeing: readonly Signal[]
  /** Signals that the consensus is measured against. */
  readonly considered: readonly Signal[]
  readonly holds: boolean
  /** Signed; `weighted_average` only. */
  readonly average: number | null
}

/** Tolerance for rounding: sums of fractions may be off by the last bit. */
export const EPSILON = 1e-9

export function sum(signals: readonly Signal[], valueOf: (signal: Signal) => number): number {
  let total = 0
  for (const signal of signals) total += valueOf(signal)
  return total
}
export const weight = ({ weight: own }: Signal): number => own
export const weightedConfidence = ({ weight: own, confidence }: Signal): number => own * confidence

const voting = (signals: readonly Signal[], side: Side) => signals.filter(({ vote }) => vote === side)
const sided = (signals: readonly Signal[]) => signals.filter(({ vote }) => vote !== 'HOLD')
const opposite = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY')

type Operator = (
  signals: readonly Signal[],
  side: Side,
) => Omit<SideSupport, 'side' | 'average'> & { readonly average?: number }

/** [SG-31] */
const and: Operator = (signals, side) => {
  const agreeing = voting(signals, side)
  return { agreeing, considered: signals, holds: signals.length > 0 && agreeing.length === signals.length }
}

/** [SG-32] */
const or: Operator = (signals, side) => {
  const agreeing = voting(signals, side)
  const against = sum(voting(signals, opposite(side)), weightedConfidence)
  return {
    agreeing,
    considered: sided(signals),
    holds: agreeing.length > 0 && sum(agreeing, weightedConfidence) > against + EPSILON,
  }
}

/** [SG-33] */
const weightedAverage: Operator = (signals, side) => {
  const total = sum(signals, weightedConfidence)
  const sign = side === 'BUY' ? 1 : -1
  const average = total === 0 ? 0 : sum(signals, (signal) => weightedConfidence(signal) * signal.value) / total
  const threshold =
    total === 0
      ? 1
      : sum(
          signals,
          (signal) => weightedConfidence(signal) * (side === 'BUY' ? signal.threshold.buy : signal.threshold.sell),
        ) / total
  return {
    agreeing: signals.filter(({ value }) => value * sign > 0),
    considered: signals,
    holds: average * sign >= threshold - EPSILON,
    average,
  }
}

const shareOfWeight = (signals: readonly Signal[], side: Side): number => {
  const total = sum(signals, weight)
  return total === 0 ? 0 : sum(voting(signals, side), weight) / total
}

/** [SG-34] */
const majority: Operator = (signals, side) => ({
  agreeing: voting(signals, side),
  considered: signals,
  holds: shareOfWeight(signals, side) > 0.5 + EPSILON,
})

/** [SG-35] The registry of custom functions; no other names are valid. */
const FUNCTIONS: Record<RuleFunction, Operator> = {
  no_opposition: (signals, side) => {
    const agreeing = voting(signals, side)
    const isOpposed = voting(signals, opposite(side)).length > 0
    return { agreeing, considered: sided(signals), holds: agreeing.length > 0 && !isOpposed }
  },

  two_thirds: (signals, side) => ({
    agreeing: voting(signals, side),
    considered: signals,
    holds: shareOfWeight(signals, side) >= 2 / 3 - EPSILON,
  }),

  strongest_signal: (signals, side) => {
    const force = (signal: Signal) => weightedConfidence(signal) * Math.abs(signal.value)
    const strongest = signals.toSorted((a, b) => force(b) - force(a))[0]
    return { agreeing: voting(signals, side), considered: signals, holds: strongest?.vote === side }
  },

  slowest_leads: (signals, side) => {
    const rank = ({ timeframe }: Signal) => (timeframe === null ? -1 : STREAM_TIMEFRAMES.indexOf(timeframe))
    const slowest = Math.max(...signals.map(rank))
    const leaders = signals.filter((signal) => rank(signal) === slowest)
    const isOpposed = voting(signals, opposite(side)).length > 0
    return {
      agreeing: voting(signals, side),
      considered: sided(signals),
      holds: leaders.length > 0 && leaders.every(({ vote }) => vote === side) && !isOpposed,
    }
  },
}

function operatorFor({
  operator,
  custom_function: name,
}: Pick<RuleEvidence, 'operator' | 'custom_function'>): Operator {
  switch (operator) {
    case 'and':
      return and
    case 'or':
      return or
    case 'weighted_average':
      return weightedAverage
    case 'majority_vote':
      return majority
    case 'custom_function':
      // The contract rejects rules with this operator and no registered name.
      return name === null ? () => ({ agreeing: [], considered: [], holds: false }) : FUNCTIONS[name]
  }
}

/** Applies a rule's operator to its signals for one side. */
export const supportFor = (
  rule: Pick<RuleEvidence, 'operator' | 'custom_function'>,
  signals: readonly Signal[],
  side: Side,
): SideSupport => {
  const { agreeing, considered, holds, average = null } = operatorFor(rule)(signals, side)
  return { side, agreeing, considered, holds, average }
}
