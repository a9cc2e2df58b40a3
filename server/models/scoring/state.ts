import type { Scoring } from '#contract/models/model.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import type { ModelRow } from '../registry/rows.ts'

const NOT_SCORED =
  'Only .onnx models are scored: loading a pickle would run its code, so it is stored and never opened.'

/** Scoring state of a model. `running` is the scorer's own state. */
export function scoringOf(row: ModelRow, running: Scoring | undefined, pairs: readonly PairId[]): Scoring {
  if (row.format !== 'onnx') return { state: 'impossible', reason: NOT_SCORED }
  if (!row.isActive) return { state: 'idle', reason: null }
  if (!pairs.includes(row.pair)) {
    return { state: 'waiting', reason: `This server's market does not include ${PAIRS[row.pair].label}.` }
  }
  return running ?? { state: 'waiting', reason: 'The model is being loaded.' }
}
