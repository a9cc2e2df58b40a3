import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import type { MarketKind, Provenance } from '#contract/provenance.ts'
import type { CandleHistory } from '../ports.ts'
import type { StreamSource } from '../records/record.ts'

/** A candle and where it comes from. Times are unix ms. */
export interface Row {
  readonly candle: Candle
  readonly isComplete: boolean
  readonly source: StreamSource
  /** Of the message it came with. */
  readonly messageId: string | undefined
  /** When the server published it (its clock), if it said so. */
  readonly publishedAt: number | undefined
  /** When it arrived here. */
  readonly receivedAt: number
  /** How fresh it is at least, on our clock: arrival of a tick; of a history, the moment it was asked for. */
  readonly freshAt: number
  readonly provenance: Provenance | undefined
  /** Seconds until it closes, as told with it. */
  readonly remainingS: number | undefined
}

/** The last minutes of one pair: one row per minute, at most 500, the newest apart because it is what changes. */
export interface CandleWindow {
  /** Before the last one, oldest first. */
  readonly earlier: readonly Row[]
  readonly last: Row | undefined
  /** True once the feed has told of a close: from then on a minute that ends without one was missed. */
  readonly tellsCloses: boolean
  /** Grows whenever a minute may be missing or wrong that the history may know. */
  readonly holes: number
}

export interface HistoryAction {
  readonly type: 'history'
  readonly history: CandleHistory
  readonly requestedAt: number
  readonly receivedAt: number
}

/** Candles of an earlier visit, oldest first: shown until the server's own take their place or their time is over. */
export interface KeptAction {
  readonly type: 'kept'
  readonly candles: readonly Candle[]
  readonly isComplete: boolean
  readonly receivedAt: number
  readonly provenance: Provenance | undefined
}

export type CandleAction =
  | { readonly type: 'tick'; readonly row: Row }
  | HistoryAction
  | KeptAction
  | { readonly type: 'expired' }

export const EMPTY_WINDOW: CandleWindow = { earlier: [], last: undefined, tellsCloses: false, holes: 0 }

/** Every row of a window, oldest first. */
export const rowsOf = ({ earlier, last }: CandleWindow): readonly Row[] =>
  last === undefined ? [] : [...earlier, last]

/** The market that a window is of, if its server said so. */
export const marketOf = ({ last }: CandleWindow): MarketKind | undefined => last?.provenance?.market

type Freshness = Pick<Row, 'publishedAt' | 'freshAt'>

const isOlder = (a: Freshness, b: Freshness): boolean =>
  a.publishedAt !== undefined && b.publishedAt !== undefined ? a.publishedAt < b.publishedAt : a.freshAt < b.freshAt

/**
 * True when `next` may take the place of `held`: a closed candle never runs again, and older never beats newer. Anything
 * may take the place of what was kept.
 */
const mayReplace = (next: Row, held: Row): boolean =>
  held.source === 'cache' || (next.isComplete === held.isComplete ? !isOlder(next, held) : next.isComplete)

const isSame = (a: Candle, b: Candle): boolean =>
  a.timestamp === b.timestamp &&
  a.open === b.open &&
  a.high === b.high &&
  a.low === b.low &&
  a.close === b.close &&
  a.volume === b.volume

/** Keeps the candle object that is there when nothing in it changed, so that whoever compares sees no change. */
const onto = (held: Row, next: Row): Row => (isSame(held.candle, next.candle) ? { ...next, candle: held.candle } : next)

const isOfAnotherMarket = (window: CandleWindow, provenance: Provenance | undefined): boolean => {
  const market = marketOf(window)
  return market !== undefined && provenance !== undefined && provenance.market !== market
}

const withLast = (window: CandleWindow, earlier: readonly Row[], last: Row, missed: boolean): CandleWindow => ({
  earlier,
  last,
  tellsCloses: window.tellsCloses || last.isComplete,
  holes: window.holes + (missed ? 1 : 0),
})

/** The minute before the running one may still be put right; anything older is the history's to tell. */
function correctPrevious(window: CandleWindow, next: Row): CandleWindow {
  const index = window.earlier.length - 1
  const held = window.earlier[index]
  if (held?.candle.timestamp !== next.candle.timestamp || !mayReplace(next, held)) return window
  if (isSame(held.candle, next.candle) && held.isComplete === next.isComplete) return window
  const earlier = window.earlier.with(index, next)
  return { ...window, earlier, tellsCloses: window.tellsCloses || next.isComplete }
}

function foldTick(window: CandleWindow, row: Row): CandleWindow {
  const { earlier, last } = window
  if (last === undefined) return withLast(window, earlier, row, false)
  const newerBy = row.candle.timestamp - last.candle.timestamp
  // A replay that began anew since the earlier visit: what was kept lies ahead of it.
  const isBehindKept = last.source === 'cache' && newerBy < 0
  if (isBehindKept || isOfAnotherMarket(window, row.provenance))
    return withLast({ ...window, tellsCloses: false }, [], row, true)

  if (newerBy < 0) return correctPrevious(window, row)
  if (newerBy >= CHART.newCandleGapS) {
    const missed = newerBy >= 2 * CHART.newCandleGapS || (window.tellsCloses && !last.isComplete)
    return withLast(window, [...earlier, last].slice(1 - CHART.maxCandles), row, missed)
  }
  if (!mayReplace(row, last)) return window
  const next = newerBy === 0 ? row : { ...row, candle: { ...row.candle, timestamp: last.candle.timestamp } }
  return withLast(window, earlier, onto(last, next), false)
}

/** The rows of a history as the server tells them, by minute. */
function toldRows({ history, requestedAt, receivedAt }: HistoryAction): Map<number, Row> {
  const { candles, lastIsComplete, provenance } = history
  const told = {
    source: 'polling' as const,
    messageId: undefined,
    publishedAt: provenance?.published_at,
    receivedAt,
    freshAt: requestedAt,
    provenance,
    remainingS: undefined,
  }
  return new Map(
    candles.map((candle, index): [number, Row] => [
      candle.timestamp,
      { candle, isComplete: lastIsComplete || index < candles.length - 1, ...told },
    ]),
  )
}

/** The history is what the server holds: only what is fresher than it stays beside it. */
function foldHistory(window: CandleWindow, action: HistoryAction): CandleWindow {
  const { history, requestedAt } = action
  const told: Freshness = { publishedAt: history.provenance?.published_at, freshAt: requestedAt }
  const merged = toldRows(action)
  for (const row of isOfAnotherMarket(window, history.provenance) ? [] : rowsOf(window)) {
    const rival = merged.get(row.candle.timestamp)
    const stays = rival === undefined ? !isOlder(row, told) : !mayReplace(rival, row)
    if (stays) merged.set(row.candle.timestamp, row)
    else if (rival !== undefined) merged.set(row.candle.timestamp, onto(row, rival))
  }
  const rows = [...merged.values()].sort((a, b) => a.candle.timestamp - b.candle.timestamp).slice(-CHART.maxCandles)
  return { ...window, earlier: rows.slice(0, -1), last: rows.at(-1) }
}

function foldKept(window: CandleWindow, { candles, isComplete, receivedAt, provenance }: KeptAction): CandleWindow {
  if (window.last !== undefined) return window
  const rows = candles.slice(-CHART.maxCandles).map((candle, index, { length }): Row => ({
    candle,
    isComplete: isComplete || index < length - 1,
    source: 'cache',
    messageId: undefined,
    publishedAt: undefined,
    receivedAt,
    freshAt: 0,
    provenance,
    remainingS: undefined,
  }))
  return { ...window, earlier: rows.slice(0, -1), last: rows.at(-1) }
}

function withoutKept(window: CandleWindow): CandleWindow {
  const rows = rowsOf(window)
  const own = rows.filter(({ source }) => source !== 'cache')
  return own.length === rows.length ? window : { ...window, earlier: own.slice(0, -1), last: own.at(-1) }
}

/** Folds what happens to its candles into the window. Never throws; what changes nothing returns the same window. */
export function foldCandles(window: CandleWindow, action: CandleAction): CandleWindow {
  switch (action.type) {
    case 'tick':
      return foldTick(window, action.row)
    case 'history':
      return foldHistory(window, action)
    case 'kept':
      return foldKept(window, action)
    case 'expired':
      return withoutKept(window)
  }
}
