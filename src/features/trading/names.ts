import type { RuleFunction, RuleOperator, SourceType } from '#contract/strategies/names.ts'

const OPERATOR_NAMES: Readonly<Record<RuleOperator, string>> = {
  and: 'AND',
  or: 'OR',
  weighted_average: 'Weighted average',
  majority_vote: 'Majority vote',
  custom_function: 'Custom function',
}

const FUNCTION_NAMES: Readonly<Record<RuleFunction, string>> = {
  no_opposition: 'No opposition',
  two_thirds: 'Two thirds',
  strongest_signal: 'Strongest signal',
  slowest_leads: 'Slowest leads',
}

/** How a rule combines its signals; a custom function has a name of its own. */
export const operatorName = (operator: RuleOperator, customFunction: RuleFunction | null | undefined): string =>
  customFunction ? FUNCTION_NAMES[customFunction] : OPERATOR_NAMES[operator]

export const SOURCE_TYPE_NAMES: Readonly<Record<SourceType, string>> = {
  technical_indicator: 'Technical indicator',
  analysis: 'Analysis',
  advanced_analysis: 'Advanced analysis',
  signal: 'Model signal',
  custom: 'Custom',
}
