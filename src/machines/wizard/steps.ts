import { STRATEGY } from '#contract/limits.ts'
import { hasSource, type Draft } from './draft.ts'

const isAboveZero = (value: number | null): boolean => value !== null && Number.isFinite(value) && value > 0

/** Requirements for leaving steps 1 to 4. */
export const hasBasics = ({ name, description }: Draft): boolean => name.trim() !== '' && description.trim() !== ''
export const hasEnoughSources = ({ sources }: Draft): boolean => sources.length >= STRATEGY.minSources
export const hasRules = ({ rules }: Draft): boolean => rules.length >= STRATEGY.minRules
export const hasRisk = ({ risk }: Draft): boolean => isAboveZero(risk.maxPositionSize) && isAboveZero(risk.stopLossPct)

const rulesAreValid = (draft: Draft): boolean =>
  draft.rules.every(
    ({ sourceIds, minSignals }) =>
      sourceIds.every((id) => hasSource(draft, id)) && minSignals >= 1 && minSignals <= sourceIds.length,
  )

/** Whether all requirements of a strategy are met. */
export const isComplete = (draft: Draft): boolean =>
  hasBasics(draft) && hasEnoughSources(draft) && hasRules(draft) && hasRisk(draft) && rulesAreValid(draft)
