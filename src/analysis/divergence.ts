import { DIVERGENCE_TYPES, type DivergenceType } from '#contract/payloads/divergence.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { BIASES, type Bias } from '#contract/payloads/fields.ts'
import { listLength, moveSize, oneOf, toScore, toText, toTimeframe, type Fields } from './fields.ts'
import { readPayload, type ParsedPayload, type ReadFields } from './payload.ts'

/** Strongest divergence of price and indicator. */
export interface DivergenceModel {
  /** `none` if not sent. */
  readonly type: DivergenceType
  /** Neutral if not sent. */
  readonly bias: Bias
  /** 0 to 1. */
  readonly strength: number | undefined
  /** Size of the move over the next ten candles, up or down, in percent of the price. */
  readonly expectedMove: number | undefined
  readonly indicator: string | undefined
  readonly dominantPattern: string | undefined
  /** Of the strongest. */
  readonly timeframe: AnalysisTimeframe | undefined
  /** Number of divergences found. */
  readonly count: number
}

function read(payload: Fields): ReadFields<DivergenceModel> {
  const type = oneOf(DIVERGENCE_TYPES, payload['divergence_type'])
  const strength = toScore(payload['strength'])
  return {
    model: {
      type: type ?? 'none',
      bias: oneOf(BIASES, payload['bias']) ?? 'neutral',
      strength,
      expectedMove: moveSize(payload['expected_move']),
      indicator: toText(payload['indicator']),
      dominantPattern: toText(payload['dominant_pattern']),
      timeframe: toTimeframe(payload['timeframe']),
      count: listLength(payload['divergences']),
    },
    isOfKind: type !== undefined || strength !== undefined,
    problems: [],
  }
}

/** Reads a divergence payload. */
export const readDivergence = (data: unknown, key = ''): ParsedPayload<DivergenceModel> => readPayload(data, key, read)
