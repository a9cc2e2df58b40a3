import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import {
  finiteNumber,
  listLength,
  oneOf,
  toFields,
  toList,
  toScore,
  toText,
  toTimeframe,
  type Fields,
} from './fields.ts'
import { readPayload, type ParsedPayload, type ReadFields } from './payload.ts'

const CALLS = ['BUY', 'SELL', 'HOLD'] as const
/** What a signal recommends. */
export type Call = (typeof CALLS)[number]

/** A trading signal. Prices in the quote currency. */
export interface SignalModel {
  /** Undefined if the type sent is not one of them. */
  readonly call: Call | undefined
  /** Type as sent. */
  readonly type: string | undefined
  /** 0 to 1. */
  readonly confidence: number | undefined
  readonly takeProfit: number | undefined
  readonly entry: number | undefined
  readonly stopLoss: number | undefined
  readonly timeframe: AnalysisTimeframe | undefined
  readonly source: string | undefined
}

/** Current signals of a source. */
export interface SignalsModel {
  readonly newest: SignalModel | undefined
  readonly count: number
}

function readSignal(signal: Fields): SignalModel | undefined {
  const type = toText(signal['signal_type']) ?? toText(signal['type'])
  const confidence = toScore(signal['confidence'])
  if (type === undefined && confidence === undefined) return undefined
  return {
    call: oneOf(CALLS, type),
    type,
    confidence,
    takeProfit: finiteNumber(signal['take_profit']),
    entry: finiteNumber(signal['entry_price'] ?? signal['price_level']),
    stopLoss: finiteNumber(signal['stop_loss']),
    timeframe: toTimeframe(signal['timeframe']),
    source: toText(signal['source']),
  }
}

/** A payload is a list of signals or a single one. */
function read(payload: Fields): ReadFields<SignalsModel> {
  const { signals } = payload
  const hasList = Array.isArray(signals)
  const newest = readSignal(hasList ? toFields(toList(signals)[0]) : payload)
  return {
    model: { newest, count: hasList ? listLength(signals) : 1 },
    isOfKind: hasList || newest !== undefined,
    problems: [],
  }
}

/** Reads a payload of signals. */
export const readSignals = (data: unknown, key = ''): ParsedPayload<SignalsModel> => readPayload(data, key, read)
