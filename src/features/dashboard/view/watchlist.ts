import { PAIRS, parsePairs, type PairId } from '#contract/pairs.ts'

/** A pair in the list. */
export interface WatchedPair {
  readonly pair: PairId
  readonly label: string
  readonly isPinned: boolean
}

/**
 * The pairs of the server: pinned ones first, in their own order, then the others in the server's.
 * @param pinned in order; those that the server does not have are left out
 */
export function watchlistOf(served: readonly PairId[], pinned: readonly string[]): readonly WatchedPair[] {
  const first = parsePairs(pinned).filter((pair) => served.includes(pair))
  const rest = served.filter((pair) => !first.includes(pair))
  return [...first, ...rest].map((pair, index) => ({
    pair,
    label: PAIRS[pair].label,
    isPinned: index < first.length,
  }))
}

/** Those whose name contains the text, with or without its slash. */
export function matching(list: readonly WatchedPair[], text: string): readonly WatchedPair[] {
  const wanted = text.trim().toUpperCase().replace('/', '')
  return list.filter(({ pair }) => pair.includes(wanted))
}

/** The pins with this pair added at the end, or without it. */
export const togglePin = (pinned: readonly PairId[], pair: PairId): readonly PairId[] =>
  pinned.includes(pair) ? pinned.filter((each) => each !== pair) : [...pinned, pair]

/** The pins with this pair at another place, from 0; beyond the ends it stays at them. */
export function movePin(pinned: readonly PairId[], pair: PairId, to: number): readonly PairId[] {
  const rest = pinned.filter((each) => each !== pair)
  return rest.length === pinned.length ? pinned : rest.toSpliced(Math.max(0, to), 0, pair)
}
