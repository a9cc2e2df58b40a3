import { parsePair, PAIRS } from '#contract/pairs.ts'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'
import type { Problem, Traffic } from '#src/streams/index.ts'
import { NOT_AVAILABLE, formatNumber } from '#src/ui/format/number.ts'

/** An error of a socket; `at` in unix ms. */
export interface SocketError {
  readonly at: number
  readonly text: string
}

const PRICE_DECIMALS = 2

const pairName = (pair: string): string => {
  const known = parsePair(pair)
  return known === undefined ? pair : PAIRS[known].label
}

/** Pair, price and state of the last candle received. */
export function candleFacts({ lastUpdate }: Traffic): { pair: string; price: string; candle: string } {
  if (lastUpdate === undefined) return { pair: NOT_AVAILABLE, price: NOT_AVAILABLE, candle: NOT_AVAILABLE }
  const { data } = lastUpdate.message
  const { partial_candle: candle } = 'data' in data ? data.data : data
  return {
    pair: pairName(candle.trading_pair),
    price: formatNumber(candle.close, PRICE_DECIMALS),
    candle: candle.is_complete ? 'Complete' : 'Partial',
  }
}

/** Errors of the sockets and of unreadable frames, oldest first. */
export function socketErrors(
  connections: readonly Pick<ConnectionSummary, 'label' | 'errors'>[],
  problems: readonly Problem[],
): readonly SocketError[] {
  const ofSockets = connections.flatMap(({ label, errors }) =>
    errors.map(({ at, text }) => ({ at, text: `${label}: ${text}` })),
  )
  const ofFrames = problems.flatMap(({ kind, at, text, count }) =>
    kind === 'frame' ? [{ at, text: count === 1 ? text : `${text} (${formatNumber(count)} times)` }] : [],
  )
  return [...ofSockets, ...ofFrames].toSorted((a, b) => a.at - b.at)
}
