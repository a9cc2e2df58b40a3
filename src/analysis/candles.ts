import { finiteNumber, type Fields } from './fields.ts'
import { readPayload, type ParsedPayload, type ReadFields } from './payload.ts'
import { problem } from './problems.ts'

/** A candle as used by the analysis. Prices in the quote currency, volume in the base currency. */
export interface CandleModel {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number | undefined
  readonly isComplete: boolean
}

function read(payload: Fields): ReadFields<CandleModel> {
  const [open, high, low, close] = ['open', 'high', 'low', 'close'].map((name) => finiteNumber(payload[name]))
  if (open === undefined || high === undefined || low === undefined || close === undefined)
    return { model: undefined, isOfKind: false, problems: [problem('parse_error')] }
  const isComplete = payload['is_complete'] !== false
  return {
    model: { open, high, low, close, volume: finiteNumber(payload['volume']), isComplete },
    isOfKind: true,
    problems: [],
  }
}

/** Reads a processed candle; it needs its four prices. */
export const readCandle = (data: unknown, key = ''): ParsedPayload<CandleModel> => readPayload(data, key, read)
