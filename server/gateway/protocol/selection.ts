import { MAX_SELECTED_PAIRS } from '#contract/client-messages.ts'
import type { ServerMessage } from '#contract/messages.ts'
import { parsePair, type PairId } from '#contract/pairs.ts'
import { DEFAULT_TIMEFRAME, parseTimeframe, TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'

/** The streams that a client wants. */
export interface Selection {
  /** Undefined for all pairs. */
  readonly pairs: ReadonlySet<PairId> | undefined
  /** Timeframes of its candles. */
  readonly timeframes: ReadonlySet<Timeframe>
  /** Equal for equal selections: what is encoded for one client serves all that selected the same. */
  readonly key: string
}

/** Of a client that has not selected: all pairs, and the one-minute candles. */
export const EVERYTHING: Selection = { pairs: undefined, timeframes: new Set([DEFAULT_TIMEFRAME]), key: '' }

/** A selection as requested. Unknown pairs and timeframes are ignored; without a known timeframe it is the default one. */
export function toSelection(pairs: readonly string[] | undefined, timeframes: readonly string[] = []): Selection {
  const known = pairs
    ?.slice(0, MAX_SELECTED_PAIRS)
    .map(parsePair)
    .filter((pair) => pair !== undefined)
    .toSorted()
  const chosen = new Set(timeframes.slice(0, TIMEFRAMES.length).map(parseTimeframe))
  const ordered = TIMEFRAMES.filter((timeframe) => chosen.has(timeframe))
  const wanted = ordered.length === 0 ? [DEFAULT_TIMEFRAME] : ordered
  if (known === undefined && wanted.join() === DEFAULT_TIMEFRAME) return EVERYTHING
  return {
    pairs: known && new Set(known),
    timeframes: new Set(wanted),
    key: `${wanted.join()} ${known?.join() ?? 'all'}`,
  }
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
  (timeframe === undefined || selection.timeframes.has(timeframe))
