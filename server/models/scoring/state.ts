import type { Scoring } from '#contract/models/model.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import type { ModelRow } from '../registry/rows.ts'

const NOT_SCORED =
  'Only .onnx models are scored: loading a pickle would run its code, so it is stored and never opened.'

const FILE_MISSING = 'Its file is missing from the server. The model can be used again once the file is restored.'

export interface ScoringFacts {
  readonly hasFile: boolean
  /** The scorer's own state. */
  readonly running: Scoring | undefined
  /** Pairs of the market. */
  readonly pairs: readonly PairId[]
}

/** Scoring state of a model. */
export function scoringOf(row: ModelRow, { hasFile, running, pairs }: ScoringFacts): Scoring {
  if (!hasFile) return { state: 'file_missing', reason: FILE_MISSING }
  if (row.format !== 'onnx') return { state: 'impossible', reason: NOT_SCORED }
  if (!row.isActive) return { state: 'idle', reason: null }
  if (!pairs.includes(row.pair)) {
    return { state: 'waiting', reason: `This server's market does not include ${PAIRS[row.pair].label}.` }
  }
  return running ?? { state: 'waiting', reason: 'The model is being loaded.' }
}
