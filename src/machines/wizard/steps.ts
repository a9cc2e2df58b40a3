import { STRATEGY } from '#contract/limits.ts'
import { hasSource, type Draft } from './draft.ts'
import { hasRisk } from './risk.ts'

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
