import { DEFAULT_PAIR, PAIRS, parsePair, type PairId } from '#contract/pairs.ts'
import { DEFAULT_TIMEFRAME, parseTimeframe, toInterval } from '#contract/timeframes.ts'
import type { DashboardView } from '#src/streams/index.ts'
import type { DashboardSearch } from '../search.ts'

export type ViewSearch = Pick<DashboardSearch, 'pair' | 'tf'>

/** The pair of a server with these pairs that stands in for one that it does not have. */
const standInOf = (served: readonly string[]): PairId =>
  served.length === 0 || served.includes(DEFAULT_PAIR) ? DEFAULT_PAIR : (parsePair(served[0] ?? '') ?? DEFAULT_PAIR)

/**
 * The view that an address names.
 * @param served ids of the server's pairs; empty while they are not known
 */
export function viewOf({ pair, tf }: ViewSearch, served: readonly string[]): DashboardView {
  const named = parsePair(pair ?? DEFAULT_PAIR)
  const isServed = named !== undefined && (served.length === 0 || served.includes(named))
  return {
    pair: isServed ? named : standInOf(served),
    timeframe: parseTimeframe(tf ?? '') ?? DEFAULT_TIMEFRAME,
  }
}

/** What an address names and this server does not have, and what is shown in its place; undefined if it has it all. */
export function noteOf(search: ViewSearch, served: readonly string[]): string | undefined {
  const view = viewOf(search, served)
  const named = search.pair === undefined ? undefined : parsePair(search.pair)
  const notes = [
    search.pair === undefined || named === view.pair
      ? undefined
      : `This server has no pair ${named === undefined ? search.pair : PAIRS[named].label}; this is ${PAIRS[view.pair].label}.`,
    search.tf === undefined || parseTimeframe(search.tf) !== undefined
      ? undefined
      : `There is no timeframe ${search.tf}; this is ${toInterval(view.timeframe)}.`,
  ].filter((note) => note !== undefined)
  return notes.length === 0 ? undefined : notes.join(' ')
}

/** The address of a view; the default one has none of these params. */
export const searchOf = ({ pair, timeframe }: DashboardView): ViewSearch => ({
  pair: pair === DEFAULT_PAIR ? undefined : pair,
  tf: timeframe === DEFAULT_TIMEFRAME ? undefined : toInterval(timeframe),
})

const isPlain = ({ pair, tf }: ViewSearch): boolean => pair === undefined && tf === undefined

/** The params to open the stored view with, where the address names none and it is not the default one. */
export const storedSearch = (search: ViewSearch, stored: ViewSearch | undefined): ViewSearch | undefined =>
  stored === undefined || isPlain(stored) || !isPlain(search) ? undefined : { pair: stored.pair, tf: stored.tf }
