import type { WizardStep } from '#src/machines/wizard/selectors.ts'

export const STEP_TITLES: Record<WizardStep, string> = {
  basics: 'Basic Information',
  sources: 'Signal Sources',
  rules: 'Confluence Rules',
  risk: 'Risk Parameters',
  review: 'Review & Create',
}

export const OPERATOR_TEXTS = {
  and: 'AND: all signals must agree',
  or: 'OR: any signal triggers',
} as const
