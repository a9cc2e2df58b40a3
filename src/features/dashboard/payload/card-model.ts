import { DEFAULT_PAIR, PAIRS, parsePair, type PairId } from '#contract/pairs.ts'
import { pairOfKey, parseStreamKey } from '#contract/stream-keys.ts'
import { openData } from '#src/streams/index.ts'
import { moment, text, words, type Fields } from './fields.ts'
import { distinctFaults, fault, toldFaults, type Fault } from './problems.ts'

/** What every analysis says of itself. */
export interface Head {
  /** Whose decimals prices are shown with. */
  readonly pair: PairId
  readonly pairLabel: string
  readonly exchange: string | undefined
  /** Analysis time, unix ms on the market clock. */
  readonly at: number | undefined
}

/** What a card makes of a message. Without a view the message could not be read at all. */
export interface Reading<View> {
  readonly head: Head
  readonly view: View | undefined
  readonly faults: readonly Fault[]
}

function headOf(payload: Fields, key: string): { readonly head: Head; readonly faults: readonly Fault[] } {
  const told = text(payload['trading_pair'])
  const exchange = text(payload['exchange'])
  const at = moment(payload['timestamp'])
  const pair = (told === undefined ? undefined : parsePair(told)) ?? pairOfKey(key)
  const place = exchange ?? text(parseStreamKey(key).exchange)
  return {
    head: {
      pair: pair ?? DEFAULT_PAIR,
      pairLabel: pair === undefined ? (told ?? 'Unknown pair') : PAIRS[pair].label,
      exchange: place === undefined ? undefined : words(place),
      at,
    },
    faults: [
      ...(told === undefined ? [fault('missing_trading_pair')] : []),
      ...(exchange === undefined ? [fault('missing_exchange')] : []),
      ...(at === undefined ? [fault('missing_timestamp')] : []),
    ],
  }
}

/**
 * Reads a stream's message with a card's own reader, which says what it had to leave out. `key` fills in what the message
 * does not say of itself. Never throws.
 */
export function readPayload<View>(
  data: unknown,
  key: string,
  read: (payload: Fields, head: Head) => { readonly view: View; readonly problems: readonly Fault[] },
): Reading<View> {
  const { fields: payload = {}, problem: closed } = openData(data)
  if (closed !== undefined) return { head: headOf({}, key).head, view: undefined, faults: [fault(closed)] }
  const { head, faults } = headOf(payload, key)
  const made = read(payload, head)
  return {
    head,
    view: made.view,
    faults: distinctFaults([...toldFaults(payload['errors']), ...faults, ...made.problems]),
  }
}

/** A message that cannot be read leaves what the card shows, and adds that it could not. */
export const keepReadable = <View>(held: Reading<View> | undefined, next: Reading<View>): Reading<View> =>
  next.view === undefined && held?.view !== undefined ? { ...held, faults: next.faults } : next
