import type { Scoring } from '#contract/models/model.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import type { ModelRow } from '../registry/rows.ts'

const NOT_SCORED =
  'Only .onnx models are scored here: a pickle runs code when it is loaded, so it is kept and never opened.'

/** Scoring state of a model. `running` is the scorer's own state. */
export function scoringOf(row: ModelRow, running: Scoring | undefined, pairs: readonly PairId[]): Scoring {
  if (row.format !== 'onnx') return { state: 'impossible', reason: NOT_SCORED }
  if (!row.isActive) return { state: 'idle', reason: null }
  if (!pairs.includes(row.pair)) {
    return { state: 'waiting', reason: `The market of this server has no ${PAIRS[row.pair].label}.` }
  }
  return running ?? { state: 'waiting', reason: 'It is being made ready.' }
}
