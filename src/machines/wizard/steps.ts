import { STRATEGY } from '#contract/limits.ts'
import { hasSource, type Draft } from './draft.ts'

const isAboveZero = (value: number | null): boolean => value !== null && Number.isFinite(value) && value > 0

/** Steps 1 to 4 by what must be there before the next one opens. */
export const hasBasics = ({ name, description }: Draft): boolean => name.trim() !== '' && description.trim() !== ''
export const hasEnoughSources = ({ sources }: Draft): boolean => sources.length >= STRATEGY.minSources
export const hasRules = ({ rules }: Draft): boolean => rules.length >= STRATEGY.minRules
export const hasRisk = ({ risk }: Draft): boolean => isAboveZero(risk.maxPositionSize) && isAboveZero(risk.stopLossPct)

const rulesAreValid = (draft: Draft): boolean =>
  draft.rules.every(
    ({ sourceIds, minSignals }) =>
      sourceIds.every((id) => hasSource(draft, id)) && minSignals >= 1 && minSignals <= sourceIds.length,
  )

/** Everything a strategy needs is there, whichever way it got there. */
export const isComplete = (draft: Draft): boolean =>
  hasBasics(draft) && hasEnoughSources(draft) && hasRules(draft) && hasRisk(draft) && rulesAreValid(draft)
