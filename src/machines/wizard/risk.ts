import { STRATEGY } from '#contract/limits.ts'
import type { DraftRisk } from './draft.ts'

/** Why a figure of step 4 cannot be used. */
export type RiskProblem = 'missing' | 'not_above_zero' | 'negative' | 'too_large'

/** A field with a figure. */
export type RiskField = Exclude<keyof DraftRisk, 'positionUnit'>

interface FieldRule {
  /** An empty field, or one of 0, is a problem. */
  readonly isRequired: boolean
  readonly accepts: (value: number, risk: DraftRisk) => boolean
}

const { maxPosition, stopLossBelow, takeProfitMax, signalTimeout } = STRATEGY

const FIELD_RULES: Readonly<Record<RiskField, FieldRule>> = {
  maxPositionSize: {
    isRequired: true,
    accepts: (value, { positionUnit }) => value <= (positionUnit === 'pct' ? maxPosition.maxPct : maxPosition.maxUsd),
  },
  stopLossPct: { isRequired: true, accepts: (value) => value < stopLossBelow },
  takeProfitPct: { isRequired: false, accepts: (value) => value <= takeProfitMax },
  signalTimeoutS: { isRequired: false, accepts: (value) => value <= signalTimeout.max },
}

/** What is wrong with a field of step 4, if anything. */
export function riskProblem(field: RiskField, risk: DraftRisk): RiskProblem | undefined {
  const { isRequired, accepts } = FIELD_RULES[field]
  const value = risk[field]
  if (value === null) return isRequired ? 'missing' : undefined
  if (isRequired && value <= 0) return 'not_above_zero'
  if (value < 0) return 'negative'
  return accepts(value, risk) ? undefined : 'too_large'
}

/** Whether step 4 can be left. */
export const hasRisk = ({ risk }: { readonly risk: DraftRisk }): boolean =>
  (['maxPositionSize', 'stopLossPct', 'takeProfitPct', 'signalTimeoutS'] as const).every(
    (field) => riskProblem(field, risk) === undefined,
  )

/** What a trade can lose and gain before fees, in the unit of the position. */
export interface TradeOutlook {
  readonly loss: number
  /** Null without a target. */
  readonly gain: number | null
  /** Share of trades that must win to break even, 0 to 1; null without a target. */
  readonly breakEven: number | null
}

/** Relates position, stop loss and take profit; undefined while a figure is missing or out of bounds. */
export function tradeOutlook(risk: DraftRisk): TradeOutlook | undefined {
  const { maxPositionSize: position, stopLossPct: stop, takeProfitPct: target } = risk
  if (!hasRisk({ risk }) || position === null || stop === null) return undefined
  const hasTarget = target !== null && target > 0
  return {
    loss: (position * stop) / 100,
    gain: hasTarget ? (position * target) / 100 : null,
    breakEven: hasTarget ? stop / (stop + target) : null,
  }
}
