import { DEFAULT_PAIR, PAIRS, parsePair, type PairId } from '#contract/pairs.ts'
import { pairOfKey, parseStreamKey } from '#contract/stream-keys.ts'
import { unwrapPayload } from '#src/streams/index.ts'
import { toTimestamp, toText, humanize, type Fields } from '#contract/analysis/payload-fields.ts'
import { distinctProblems, problem, reportedProblems, type PayloadProblem } from './problems.ts'

/** Fields common to all analysis payloads. */
export interface PayloadHeader {
  /** Determines the number of decimals of prices. */
  readonly pair: PairId
  readonly pairLabel: string
  readonly exchange: string | undefined
  /** Analysis time, unix ms on the market clock. */
  readonly at: number | undefined
}

/** What a card shows of a message. Without a view the message could not be read at all. */
export interface CardModel<View> {
  readonly header: PayloadHeader
  readonly view: View | undefined
  readonly problems: readonly PayloadProblem[]
}

function headerOf(
  payload: Fields,
  key: string,
): { readonly header: PayloadHeader; readonly problems: readonly PayloadProblem[] } {
  const pairName = toText(payload['trading_pair'])
  const exchange = toText(payload['exchange'])
  const at = toTimestamp(payload['timestamp'])
  const pair = (pairName === undefined ? undefined : parsePair(pairName)) ?? pairOfKey(key)
  const exchangeName = exchange ?? toText(parseStreamKey(key).exchange)
  return {
    header: {
      pair: pair ?? DEFAULT_PAIR,
      pairLabel: pair === undefined ? (pairName ?? 'Unknown pair') : PAIRS[pair].label,
      exchange: exchangeName === undefined ? undefined : humanize(exchangeName),
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
 * Reads a stream message with a card's own reader and collects the problems. `key` supplies pair and exchange if the
 * message lacks them. Never throws.
 */
export function readPayload<View>(
  data: unknown,
  key: string,
  read: (
    payload: Fields,
    header: PayloadHeader,
  ) => { readonly view: View; readonly problems: readonly PayloadProblem[] },
): CardModel<View> {
  const { fields: payload = {}, problem: unwrapError } = unwrapPayload(data)
  if (unwrapError !== undefined)
    return { header: headerOf({}, key).header, view: undefined, problems: [problem(unwrapError)] }
  const { header, problems } = headerOf(payload, key)
  const result = read(payload, header)
  return {
    header,
    view: result.view,
    problems: distinctProblems([...reportedProblems(payload['errors']), ...problems, ...result.problems]),
  }
}

/** Keeps the previous view when the next message cannot be read, and adds its problems. */
export const withPreviousView = <View>(previous: CardModel<View> | undefined, next: CardModel<View>): CardModel<View> =>
  next.view === undefined && previous?.view !== undefined ? { ...previous, problems: next.problems } : next
