import type { RuleOperator } from '#contract/strategies/names.ts'
import type { DraftRule } from '#src/machines/wizard/draft.ts'
import type { WizardStep } from '#src/machines/wizard/steps.ts'
import { operatorName } from '../names.ts'

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
