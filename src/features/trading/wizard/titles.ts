import type { RuleOperator, PositionUnit } from '#contract/strategies/names.ts'
import type { DraftRule, DraftRisk } from '#src/machines/wizard/draft.ts'
import type { WizardStep } from '#src/machines/wizard/steps.ts'
import { operatorName } from '../names.ts'
import { STRATEGY } from '#contract/limits.ts'
import { riskProblem, type RiskField, type RiskProblem, type TradeOutlook } from '#src/machines/wizard/risk.ts'
import { formatDollars, formatNumber, pluralize } from '#src/ui/format/number.ts'

const STEP_TITLES: Record<WizardStep, string> = {
  basics: 'Basic Information',
  sources: 'Signal Sources',
  rules: 'Confluence Rules',
  risk: 'Risk Parameters',
  review: 'Review & Create',
}

/** The last step saves a new version of what is edited. */
export const stepTitle = (step: WizardStep, isEdit: boolean): string =>
  step === 'review' && isEdit ? 'Review & Save' : STEP_TITLES[step]

const OPERATOR_TEXTS: Readonly<Record<RuleOperator, string>> = {
  and: 'AND: all signals must agree',
  or: 'OR: any signal triggers',
  weighted_average: 'Weighted average: the mean of all signals must be strong enough',
  majority_vote: 'Majority vote: more than half of the weight must agree',
  custom_function: 'Custom function',
}

/** How a rule combines its signals. */
export const operatorText = ({ operator, basis }: Pick<DraftRule, 'operator' | 'basis'>): string =>
  operator === 'custom_function' ? operatorName(operator, basis?.custom_function) : OPERATOR_TEXTS[operator]

/** One decimal, or as many as it has. */
export const weightText = (weight: number): string => (Number.isInteger(weight) ? weight.toFixed(1) : String(weight))

/** A stop loss or take profit beyond this share of the price deserves a second look, in percent. */
const FAR_PERCENT = 20

const TOO_LARGE_SHARE = `At most ${STRATEGY.maxPosition.maxPct}%, the whole account`
const TOO_LARGE: Readonly<Record<RiskField, string>> = {
  maxPositionSize: `At most $${formatNumber(STRATEGY.maxPosition.maxUsd)}: more is most likely a typing error`,
  stopLossPct: `Must be below ${STRATEGY.stopLossBelow}%, where the price would be 0`,
  takeProfitPct: `At most ${formatNumber(STRATEGY.takeProfitMax)}%: more is most likely a typing error`,
  signalTimeoutS: `At most ${formatNumber(STRATEGY.signalTimeout.max)} s, 7 days`,
}

const PROBLEM_TEXTS: Readonly<Record<Exclude<RiskProblem, 'too_large'>, string>> = {
  missing: 'Needed: enter a number above 0',
  not_above_zero: 'Must be above 0',
  negative: 'Must not be below 0',
}

/** Why a figure cannot be used. */
export function problemText(field: RiskField, risk: DraftRisk): string | undefined {
  const problem = riskProblem(field, risk)
  if (problem === undefined) return undefined
  if (problem !== 'too_large') return PROBLEM_TEXTS[problem]
  return field === 'maxPositionSize' && risk.positionUnit === 'pct' ? TOO_LARGE_SHARE : TOO_LARGE[field]
}

/** What a signal timeout does. */
export const cooldownText = (seconds: number): string =>
  seconds < 60
    ? 'no pause, as only whole minutes count'
    : `no other BUY or SELL for ${pluralize(Math.floor(seconds / 60), 'minute')} after one`

/** What a figure means, where its label does not say so. */
export function hintText(field: RiskField, risk: DraftRisk): string {
  const { takeProfitPct: target, signalTimeoutS: timeout } = risk
  switch (field) {
    case 'maxPositionSize':
      return risk.positionUnit === 'pct'
        ? 'The most of the account that one trade may cost'
        : 'The most that one trade may cost'
    case 'stopLossPct':
      return (risk.stopLossPct ?? 0) > FAR_PERCENT
        ? 'Unusually far from the price'
        : 'How far the price may move against you'
    case 'takeProfitPct':
      if (target === null) return 'Empty: no target'
      if (target === 0) return 'At 0% there is no target, as if empty'
      return target > FAR_PERCENT ? 'Unusually far from the price' : 'How far the price must move for you'
    case 'signalTimeoutS':
      return `A cool-down: ${cooldownText(timeout ?? 0)}`
  }
}

/** $1,000 or 5%. */
export const positionText = ({ maxPositionSize: size, positionUnit: unit }: DraftRisk): string => {
  if (size === null) return 'none'
  return unit === 'pct' ? `${size}%` : `$${formatNumber(size)}`
}

/** Small shares of an account would otherwise be 0.00%. */
const shareText = (value: number): string => `${formatNumber(value, value < 0.1 ? 3 : 2)}%`

/** What position, stop loss and take profit mean together. */
export function outlookText(outlook: TradeOutlook | undefined, unit: PositionUnit): string {
  if (outlook === undefined) return 'Position and stop loss tell what one trade can lose.'
  const { loss, gain, breakEven } = outlook
  const [text, of] = unit === 'pct' ? [shareText, ' of the account'] : [(value: number) => formatDollars(value), '']
  if (gain === null || breakEven === null) return `A trade can lose ${text(loss)}${of} and has no target, before fees.`
  const share = `${formatNumber(Math.ceil(breakEven * 100))} of 100 trades must win to break even`
  return `A trade can lose ${text(loss)} or gain ${text(gain)}${of}, before fees: ${share}.`
}
