import { STRATEGY } from '#contract/limits.ts'
import { hasSource, type Draft } from './draft.ts'
import { hasRisk } from './risk.ts'

export const WIZARD_STEPS = ['basics', 'sources', 'rules', 'risk', 'review'] as const
export type WizardStep = (typeof WIZARD_STEPS)[number]

/** Requirements for leaving steps 1 to 3; for step 4 see `hasRisk`. */
export const hasBasics = ({ name, description }: Draft): boolean => name.trim() !== '' && description.trim() !== ''
export const hasEnoughSources = ({ sources }: Draft): boolean => sources.length >= STRATEGY.minSources
export const hasRules = ({ rules }: Draft): boolean => rules.length >= STRATEGY.minRules

const rulesAreValid = (draft: Draft): boolean =>
  draft.rules.every(
    ({ sourceIds, minSignals }) =>
      sourceIds.every((id) => hasSource(draft, id)) && minSignals >= 1 && minSignals <= sourceIds.length,
  )

/** Whether all requirements of a strategy are met. */
export const isComplete = (draft: Draft): boolean =>
  hasBasics(draft) && hasEnoughSources(draft) && hasRules(draft) && hasRisk(draft) && rulesAreValid(draft)

const IS_DONE: Readonly<Record<Exclude<WizardStep, 'review'>, (draft: Draft) => boolean>> = {
  basics: hasBasics,
  sources: hasEnoughSources,
  rules: (draft) => hasRules(draft) && rulesAreValid(draft),
  risk: hasRisk,
}

/** The step at which a saved draft is continued: where it was left, or the first incomplete one before. */
export function stepToContinue({ step, draft }: { readonly step: WizardStep; readonly draft: Draft }): WizardStep {
  for (const earlier of WIZARD_STEPS) {
    if (earlier === step || earlier === 'review') break
    if (!IS_DONE[earlier](draft)) return earlier
  }
  return step
}
