import { createContext, useContext } from 'react'
import type { PairId } from '#contract/pairs.ts'
import type { CaseScore, ScoreKind } from '#contract/score-card/schema.ts'

/** The scores of the pair that is shown. */
export interface CardScores {
  /** Undefined until they have arrived. */
  readonly scores: Readonly<Partial<Record<ScoreKind, CaseScore>>> | undefined
  /** They could not be loaded. */
  readonly hasFailed: boolean
  readonly pair: PairId | undefined
}

export const NO_SCORES: CardScores = { scores: undefined, hasFailed: false, pair: undefined }
export const CardScoresContext = createContext(NO_SCORES)
export const useCardScores = (): CardScores => useContext(CardScoresContext)
