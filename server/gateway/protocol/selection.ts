import { MAX_SELECTED_PAIRS } from '#contract/client-messages.ts'
import type { ServerMessage } from '#contract/messages.ts'
import { parsePair, type PairId } from '#contract/pairs.ts'
import { DEFAULT_TIMEFRAME, parseTimeframe, type Timeframe } from '#contract/timeframes.ts'

/** The streams that a client wants. */
export interface Selection {
  /** Undefined for all pairs. */
  readonly pairs: ReadonlySet<PairId> | undefined
  /** Timeframe of its candles. */
  readonly timeframe: Timeframe
  /** Equal for equal selections: what is encoded for one client serves all that selected the same. */
  readonly key: string
}

/** Of a client that has not selected: all pairs, and the one-minute candles. */
export const EVERYTHING: Selection = { pairs: undefined, timeframe: DEFAULT_TIMEFRAME, key: '' }

/** A selection as requested. Unknown pairs are ignored, an unknown timeframe is the default one. */
export function toSelection(pairs: readonly string[] | undefined, timeframe: string | undefined): Selection {
  const known = pairs
    ?.slice(0, MAX_SELECTED_PAIRS)
    .map(parsePair)
    .filter((pair) => pair !== undefined)
    .toSorted()
  const chosen = parseTimeframe(timeframe ?? '') ?? DEFAULT_TIMEFRAME
  if (known === undefined && chosen === DEFAULT_TIMEFRAME) return EVERYTHING
  return { pairs: known && new Set(known), timeframe: chosen, key: `${chosen} ${known?.join() ?? 'all'}` }
}

/** What a message is about; undefined for what concerns every client. */
export interface Subject {
  readonly pair: PairId | undefined
  readonly timeframe: Timeframe | undefined
}

export const subjectOf = ({ trading_pair, timeframe }: ServerMessage): Subject => ({
  pair: trading_pair === undefined ? undefined : parsePair(trading_pair),
  timeframe: timeframe === undefined ? undefined : parseTimeframe(timeframe),
})

export const isSelected = (selection: Selection, { pair, timeframe }: Subject): boolean =>
  (pair === undefined || selection.pairs === undefined || selection.pairs.has(pair)) &&
  (timeframe === undefined || timeframe === selection.timeframe)
