import { PAIRS, parsePair, type PairId } from '#contract/pairs.ts'
import { pairOfKey, parseStreamKey } from '#contract/stream-keys.ts'
import { parseTimeframe, type Timeframe } from '#contract/timeframes.ts'
import { humanize, toText, toTimestamp, type Fields } from './fields.ts'
import { distinctProblems, problem, reportedProblems, type PayloadProblem } from './problems.ts'
import { unwrapPayload } from './unwrap.ts'

/** Fields common to all analysis payloads. Those the message lacks come from its stream key. */
export interface PayloadHeader {
  /** Determines the number of decimals of prices; undefined for unknown pairs. */
  readonly pair: PairId | undefined
  readonly pairLabel: string
  readonly exchange: string | undefined
  readonly timeframe: Timeframe | undefined
  /** Analysis time, unix ms on the market clock. */
  readonly at: number | undefined
}

/** A stream message read as one kind of analysis. */
export interface ParsedPayload<Model> {
  readonly header: PayloadHeader
  /** Undefined if the message could not be read at all. */
  readonly model: Model | undefined
  /** False if the payload has none of the values of its kind, so that everything in the model is a default. */
  readonly isOfKind: boolean
  /** Missing and unreadable parts. */
  readonly problems: readonly PayloadProblem[]
}

/** Result of a kind's own reader. */
export type ReadFields<Model> = Omit<ParsedPayload<Model>, 'header'>

function readHeader(payload: Fields, key: string): Pick<ParsedPayload<unknown>, 'header' | 'problems'> {
  const { exchange: keyExchange, symbol, subcategory } = parseStreamKey(key)
  const pairName = toText(payload['trading_pair'])
  const exchange = toText(payload['exchange'])
  const at = toTimestamp(payload['timestamp'])
  const pair = (pairName === undefined ? undefined : parsePair(pairName)) ?? pairOfKey(key)
  const exchangeName = exchange ?? toText(keyExchange)
  return {
    header: {
      pair,
      pairLabel: pair === undefined ? (pairName ?? toText(symbol) ?? 'Unknown pair') : PAIRS[pair].label,
      exchange: exchangeName === undefined ? undefined : humanize(exchangeName),
      timeframe: parseTimeframe(toText(payload['timeframe']) ?? '') ?? parseTimeframe(subcategory),
      at,
    },
    problems: [
      ...(pairName === undefined ? [problem('missing_trading_pair')] : []),
      ...(exchange === undefined ? [problem('missing_exchange')] : []),
      ...(at === undefined ? [problem('missing_timestamp')] : []),
    ],
  }
}

/**
 * Reads a stream message with a kind's own reader and collects the problems. `key` is its stream key. Never throws.
 */
export function readPayload<Model>(
  data: unknown,
  key: string,
  read: (payload: Fields, header: PayloadHeader) => ReadFields<Model>,
): ParsedPayload<Model> {
  const { fields: payload = {}, problem: unwrapError } = unwrapPayload(data)
  if (unwrapError !== undefined) {
    const { header } = readHeader({}, key)
    return { header, model: undefined, isOfKind: false, problems: [problem(unwrapError)] }
  }
  const { header, problems } = readHeader(payload, key)
  const result = read(payload, header)
  return {
    header,
    ...result,
    problems: distinctProblems([...reportedProblems(payload['errors']), ...problems, ...result.problems]),
  }
}
