import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import type { MarketKind, Provenance } from '#contract/provenance.ts'
import type { CandleHistory } from '../ports.ts'
import type { StreamSource } from '../records/record.ts'

/** A candle and where it comes from. Times are unix ms. */
export interface CandleRow {
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
  readonly earlier: readonly CandleRow[]
  readonly last: CandleRow | undefined
  /** True once the feed has told of a close: from then on a minute that ends without one was missed. */
  readonly reportsCloses: boolean
  /** Grows whenever a minute may be missing or wrong that the history may know. */
  readonly missingCount: number
}

export interface HistoryAction {
  readonly type: 'history'
  readonly history: CandleHistory
  readonly requestedAt: number
  readonly receivedAt: number
}

/** Candles of an earlier visit, oldest first: shown until the server's own take their place or their time is over. */
export interface CachedAction {
  readonly type: 'cached'
  readonly candles: readonly Candle[]
  readonly isComplete: boolean
  readonly receivedAt: number
  readonly provenance: Provenance | undefined
}

export type CandleAction =
  | { readonly type: 'tick'; readonly row: CandleRow }
  | HistoryAction
  | CachedAction
  | { readonly type: 'expired' }

export const EMPTY_WINDOW: CandleWindow = { earlier: [], last: undefined, reportsCloses: false, missingCount: 0 }

/** Every row of a window, oldest first. */
export const rowsOf = ({ earlier, last }: CandleWindow): readonly CandleRow[] =>
  last === undefined ? [] : [...earlier, last]

/** The market that a window is of, if its server said so. */
export const marketOf = ({ last }: CandleWindow): MarketKind | undefined => last?.provenance?.market

type Freshness = Pick<CandleRow, 'publishedAt' | 'freshAt'>

const isOlder = (a: Freshness, b: Freshness): boolean =>
  a.publishedAt !== undefined && b.publishedAt !== undefined ? a.publishedAt < b.publishedAt : a.freshAt < b.freshAt

/**
 * True when `next` may take the place of `held`: a closed candle never runs again, and older never beats newer. Anything
 * may take the place of what was kept.
 */
const mayReplace = (next: CandleRow, current: CandleRow): boolean =>
  current.source === 'cache' || (next.isComplete === current.isComplete ? !isOlder(next, current) : next.isComplete)

const isSame = (a: Candle, b: Candle): boolean =>
  a.timestamp === b.timestamp &&
  a.open === b.open &&
  a.high === b.high &&
  a.low === b.low &&
  a.close === b.close &&
  a.volume === b.volume

/** Keeps the candle object that is there when nothing in it changed, so that whoever compares sees no change. */
const reuseCandle = (current: CandleRow, next: CandleRow): CandleRow =>
  isSame(current.candle, next.candle) ? { ...next, candle: current.candle } : next

const isOfAnotherMarket = (window: CandleWindow, provenance: Provenance | undefined): boolean => {
  const market = marketOf(window)
  return market !== undefined && provenance !== undefined && provenance.market !== market
}

const withLast = (
  window: CandleWindow,
  earlier: readonly CandleRow[],
  last: CandleRow,
  missed: boolean,
): CandleWindow => ({
  earlier,
  last,
  reportsCloses: window.reportsCloses || last.isComplete,
  missingCount: window.missingCount + (missed ? 1 : 0),
})

/** The minute before the running one may still be put right; anything older is the history's to tell. */
function correctPrevious(window: CandleWindow, next: CandleRow): CandleWindow {
  const index = window.earlier.length - 1
  const current = window.earlier[index]
  if (current?.candle.timestamp !== next.candle.timestamp || !mayReplace(next, current)) return window
  if (isSame(current.candle, next.candle) && current.isComplete === next.isComplete) return window
  const earlier = window.earlier.with(index, next)
  return { ...window, earlier, reportsCloses: window.reportsCloses || next.isComplete }
}

function foldTick(window: CandleWindow, row: CandleRow): CandleWindow {
  const { earlier, last } = window
  if (last === undefined) return withLast(window, earlier, row, false)
  const newerBy = row.candle.timestamp - last.candle.timestamp
  // A replay that began anew since the earlier visit: what was kept lies ahead of it.
  const isBehindCache = last.source === 'cache' && newerBy < 0
  if (isBehindCache || isOfAnotherMarket(window, row.provenance))
    return withLast({ ...window, reportsCloses: false }, [], row, true)

  if (newerBy < 0) return correctPrevious(window, row)
  if (newerBy >= CHART.newCandleGapS) {
    const missed = newerBy >= 2 * CHART.newCandleGapS || (window.reportsCloses && !last.isComplete)
    return withLast(window, [...earlier, last].slice(1 - CHART.maxCandles), row, missed)
  }
  if (!mayReplace(row, last)) return window
  const next = newerBy === 0 ? row : { ...row, candle: { ...row.candle, timestamp: last.candle.timestamp } }
  return withLast(window, earlier, reuseCandle(last, next), false)
}

/** The rows of a history as the server tells them, by minute. */
function historyRows({ history, requestedAt, receivedAt }: HistoryAction): Map<number, CandleRow> {
  const { candles, lastIsComplete, provenance } = history
  const serverFreshness = {
    source: 'polling' as const,
    messageId: undefined,
    publishedAt: provenance?.published_at,
    receivedAt,
    freshAt: requestedAt,
    provenance,
    remainingS: undefined,
  }
  return new Map(
    candles.map((candle, index): [number, CandleRow] => [
      candle.timestamp,
      { candle, isComplete: lastIsComplete || index < candles.length - 1, ...serverFreshness },
    ]),
  )
}

/** The history is what the server holds: only what is fresher than it stays beside it. */
function foldHistory(window: CandleWindow, action: HistoryAction): CandleWindow {
  const { history, requestedAt } = action
  const serverFreshness: Freshness = { publishedAt: history.provenance?.published_at, freshAt: requestedAt }
  const merged = historyRows(action)
  for (const row of isOfAnotherMarket(window, history.provenance) ? [] : rowsOf(window)) {
    const incoming = merged.get(row.candle.timestamp)
    const isKept = incoming === undefined ? !isOlder(row, serverFreshness) : !mayReplace(incoming, row)
    if (isKept) merged.set(row.candle.timestamp, row)
    else if (incoming !== undefined) merged.set(row.candle.timestamp, reuseCandle(row, incoming))
  }
  const rows = [...merged.values()].sort((a, b) => a.candle.timestamp - b.candle.timestamp).slice(-CHART.maxCandles)
  return { ...window, earlier: rows.slice(0, -1), last: rows.at(-1) }
}

function foldCached(window: CandleWindow, { candles, isComplete, receivedAt, provenance }: CachedAction): CandleWindow {
  if (window.last !== undefined) return window
  const rows = candles.slice(-CHART.maxCandles).map((candle, index, { length }): CandleRow => ({
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

function withoutCached(window: CandleWindow): CandleWindow {
  const rows = rowsOf(window)
  const serverRows = rows.filter(({ source }) => source !== 'cache')
  return serverRows.length === rows.length
    ? window
    : { ...window, earlier: serverRows.slice(0, -1), last: serverRows.at(-1) }
}

/** Folds what happens to its candles into the window. Never throws; what changes nothing returns the same window. */
export function foldCandles(window: CandleWindow, action: CandleAction): CandleWindow {
  switch (action.type) {
    case 'tick':
      return foldTick(window, action.row)
    case 'history':
      return foldHistory(window, action)
    case 'cached':
      return foldCached(window, action)
    case 'expired':
      return withoutCached(window)
  }
}
