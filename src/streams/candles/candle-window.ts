import type { Candle, CandleChange } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import type { MarketKind, Provenance } from '#contract/provenance.ts'
import type { CandleHistory } from '../ports.ts'
import type { StreamSource } from '../records/record.ts'

/** A candle with its provenance. Times are unix ms. */
export interface CandleRow {
  readonly candle: Candle
  readonly isComplete: boolean
  readonly source: StreamSource
  /** Id of the message that carried it. */
  readonly messageId: string | undefined
  /** Publication time on the server's clock, if known. */
  readonly publishedAt: number | undefined
  /** Time of arrival. */
  readonly receivedAt: number
  /** Lower bound of its freshness on our clock: arrival of a tick, or the time a history was requested. */
  readonly freshAt: number
  readonly provenance: Provenance | undefined
  /** Seconds until it closes, as reported by the server. */
  readonly remainingS: number | undefined
}

/**
 * The latest candles of one pair and timeframe: one row per step, at most 500. The newest is separate because it changes
 * most.
 */
export interface CandleWindow {
  /** Seconds from one candle to the next. */
  readonly stepS: number
  /** All but the last, oldest first. */
  readonly earlier: readonly CandleRow[]
  readonly last: CandleRow | undefined
  /** True once the feed has reported a close. From then on, a candle that ends without a close was missed. */
  readonly reportsCloses: boolean
  /** Increases when a candle may be missing or wrong and the history should be reloaded. */
  readonly missingCount: number
}

export interface HistoryAction {
  readonly type: 'history'
  readonly history: CandleHistory
  readonly requestedAt: number
  readonly receivedAt: number
}

/** Cached candles, oldest first: shown until server data replaces them or they expire. */
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

export const EMPTY_WINDOW: CandleWindow = {
  stepS: CHART.newCandleGapS,
  earlier: [],
  last: undefined,
  reportsCloses: false,
  missingCount: 0,
}

export const NO_CANDLES: CandleChange = { kind: 'reset', candles: [], isAtNewest: true }

/** All rows, oldest first. */
export const rowsOf = ({ earlier, last }: CandleWindow): readonly CandleRow[] =>
  last === undefined ? [] : [...earlier, last]

/** Their candles. */
export const candlesOf = (window: CandleWindow): readonly Candle[] => rowsOf(window).map(({ candle }) => candle)

/**
 * What changed in a window whose candles changed from a time (unix seconds) on, and from which the oldest may have gone: all with
 * -Infinity.
 */
export function changeSince(window: CandleWindow, time: number): CandleChange {
  const { earlier, stepS } = window
  const [oldest] = earlier
  const unchanged = earlier.findLastIndex(({ candle }) => candle.timestamp + stepS <= time) + 1
  if (oldest === undefined || unchanged === 0) return { kind: 'reset', candles: candlesOf(window), isAtNewest: true }
  const candles = candlesOf({ ...window, earlier: earlier.slice(unchanged) })
  return { kind: 'tick', candles, oldest: oldest.candle.timestamp }
}

/** The window with these rows instead, oldest first. */
const withRows = (window: CandleWindow, rows: readonly CandleRow[]): CandleWindow => ({
  ...window,
  earlier: rows.slice(0, -1),
  last: rows.at(-1),
})

/** Rows of candles that were loaded together, oldest first. */
const toRows = (
  candles: readonly Candle[],
  lastIsComplete: boolean,
  common: Pick<CandleRow, 'source' | 'publishedAt' | 'receivedAt' | 'freshAt' | 'provenance'>,
): CandleRow[] =>
  candles.map((candle, index) => ({
    candle,
    isComplete: lastIsComplete || index < candles.length - 1,
    messageId: undefined,
    remainingS: undefined,
    ...common,
  }))

/** Market of the window, if the server reported it. */
export const marketOf = ({ last }: CandleWindow): MarketKind | undefined => last?.provenance?.market

type Freshness = Pick<CandleRow, 'publishedAt' | 'freshAt'>

const isOlder = (a: Freshness, b: Freshness): boolean =>
  a.publishedAt !== undefined && b.publishedAt !== undefined ? a.publishedAt < b.publishedAt : a.freshAt < b.freshAt

/**
 * Whether `next` may replace `current`: a closed candle never reopens, older data never replaces newer data, and
 * anything replaces cached data.
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
  stepS: window.stepS,
  earlier,
  last,
  reportsCloses: window.reportsCloses || last.isComplete,
  missingCount: window.missingCount + (missed ? 1 : 0),
})

/** The candle before the running one may still be corrected by a tick; older ones only by the history. */
function correctPrevious(window: CandleWindow, next: CandleRow): CandleWindow {
  const index = window.earlier.length - 1
  const current = window.earlier[index]
  if (current?.candle.timestamp !== next.candle.timestamp || !mayReplace(next, current)) return window
  if (isSame(current.candle, next.candle) && current.isComplete === next.isComplete) return window
  const earlier = window.earlier.with(index, next)
  return { ...window, earlier, reportsCloses: window.reportsCloses || next.isComplete }
}

function foldTick(window: CandleWindow, row: CandleRow): CandleWindow {
  const { earlier, last, stepS } = window
  if (last === undefined) return withLast(window, earlier, row, false)
  const newerBy = row.candle.timestamp - last.candle.timestamp
  // The replay restarted since the earlier visit, so the cached candles are ahead of it.
  const isBehindCache = last.source === 'cache' && newerBy < 0
  if (isBehindCache || isOfAnotherMarket(window, row.provenance))
    return withLast({ ...window, reportsCloses: false }, [], row, true)

  if (newerBy < 0) return correctPrevious(window, row)
  if (newerBy >= stepS) {
    const missed = newerBy >= 2 * stepS || (window.reportsCloses && !last.isComplete)
    return withLast(window, [...earlier, last].slice(1 - CHART.maxCandles), row, missed)
  }
  if (!mayReplace(row, last)) return window
  const next = newerBy === 0 ? row : { ...row, candle: { ...row.candle, timestamp: last.candle.timestamp } }
  return withLast(window, earlier, next, false)
}

/** Replaces the window with the server's history, except for rows that are fresher than the history. */
function foldHistory(window: CandleWindow, action: HistoryAction): CandleWindow {
  const { candles, lastIsComplete, provenance } = action.history
  const freshness: Freshness = { publishedAt: provenance?.published_at, freshAt: action.requestedAt }
  const common = { source: 'polling', receivedAt: action.receivedAt, provenance, ...freshness } as const
  const merged = new Map(toRows(candles, lastIsComplete, common).map((row) => [row.candle.timestamp, row]))
  for (const row of isOfAnotherMarket(window, provenance) ? [] : rowsOf(window)) {
    const incoming = merged.get(row.candle.timestamp)
    if (incoming === undefined ? !isOlder(row, freshness) : !mayReplace(incoming, row))
      merged.set(row.candle.timestamp, row)
  }
  const rows = [...merged.values()].sort((a, b) => a.candle.timestamp - b.candle.timestamp)
  return withRows(window, rows.slice(-CHART.maxCandles))
}

function foldCached(window: CandleWindow, { candles, isComplete, receivedAt, provenance }: CachedAction): CandleWindow {
  if (window.last !== undefined) return window
  const common = { source: 'cache', publishedAt: undefined, freshAt: 0, receivedAt, provenance } as const
  return withRows(window, toRows(candles.slice(-CHART.maxCandles), isComplete, common))
}

function withoutCached(window: CandleWindow): CandleWindow {
  const rows = rowsOf(window)
  const serverRows = rows.filter(({ source }) => source !== 'cache')
  return serverRows.length === rows.length ? window : withRows(window, serverRows)
}

/** Reducer of the window. Never throws; returns the same object if nothing changed. */
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
