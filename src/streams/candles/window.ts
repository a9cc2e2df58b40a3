import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import type { MarketKind, Provenance } from '#contract/provenance.ts'
import type { CandleHistory } from '../ports.ts'

/** A candle in the window and how fresh it is. Times are unix ms. */
export interface Row {
  readonly candle: Candle
  readonly isComplete: boolean
  /** When the server published it (its clock), if it said so. */
  readonly publishedAt: number | undefined
  /** When it arrived here; of a history, when it was asked for: it is at least that fresh. */
  readonly receivedAt: number
}

/** Where the newest figure comes from. */
export interface Freshest {
  readonly source: 'live' | 'history'
  readonly receivedAt: number
  readonly provenance: Provenance | undefined
  /** Seconds until the running candle closes, as told with it. */
  readonly remainingS: number | undefined
}

/** The last minutes of one pair: oldest first, one row per minute, at most 500. */
export interface CandleWindow {
  readonly rows: readonly Row[]
  readonly market: MarketKind | undefined
  readonly freshest: Freshest | undefined
  /** True once the feed has told of a close: from then on a minute that ends without one was missed. */
  readonly tellsCloses: boolean
  /** Grows whenever a minute may be missing or wrong that the history may know. */
  readonly holes: number
}

export interface Tick {
  readonly candle: Candle
  readonly isComplete: boolean
  readonly remainingS: number
  readonly publishedAt: number | undefined
  readonly receivedAt: number
  readonly provenance: Provenance | undefined
}

export type CandleAction =
  | { readonly type: 'tick'; readonly tick: Tick }
  | {
      readonly type: 'history'
      readonly history: CandleHistory
      readonly requestedAt: number
      readonly receivedAt: number
    }

export const EMPTY_WINDOW: CandleWindow = {
  rows: [],
  market: undefined,
  freshest: undefined,
  tellsCloses: false,
  holes: 0,
}

const isOlder = (a: Row, b: Row): boolean =>
  a.publishedAt !== undefined && b.publishedAt !== undefined
    ? a.publishedAt < b.publishedAt
    : a.receivedAt < b.receivedAt

/** True when `next` may take the place of `held`: a closed candle never runs again, and older never beats newer. */
const mayReplace = (next: Row, held: Row): boolean =>
  next.isComplete === held.isComplete ? !isOlder(next, held) : next.isComplete

const isSame = (a: Candle, b: Candle): boolean =>
  a.timestamp === b.timestamp &&
  a.open === b.open &&
  a.high === b.high &&
  a.low === b.low &&
  a.close === b.close &&
  a.volume === b.volume

/** Keeps the candle object that is there when nothing in it changed, so that whoever compares sees no change. */
const onto = (held: Row, next: Row): Row => (isSame(held.candle, next.candle) ? { ...next, candle: held.candle } : next)

const isOfAnotherMarket = (window: CandleWindow, provenance: Provenance | undefined): boolean =>
  window.market !== undefined && provenance !== undefined && provenance.market !== window.market

const rowOf = ({ candle, isComplete, publishedAt, receivedAt }: Tick): Row => ({
  candle,
  isComplete,
  publishedAt,
  receivedAt,
})

function withTick(window: CandleWindow, tick: Tick, rows: readonly Row[], missed: boolean): CandleWindow {
  const { receivedAt, provenance, remainingS } = tick
  return {
    rows,
    market: provenance?.market ?? window.market,
    freshest: { source: 'live', receivedAt, provenance, remainingS: tick.isComplete ? 0 : remainingS },
    tellsCloses: window.tellsCloses || tick.isComplete,
    holes: window.holes + (missed ? 1 : 0),
  }
}

/** The minute before the running one may still be put right; anything older is the history's to tell. */
function correctPrevious(window: CandleWindow, tick: Tick): CandleWindow {
  const index = window.rows.length - 2
  const held = window.rows[index]
  const next = rowOf(tick)
  if (held?.candle.timestamp !== tick.candle.timestamp || !mayReplace(next, held)) return window
  if (isSame(held.candle, next.candle) && held.isComplete === next.isComplete) return window
  return { ...window, rows: window.rows.with(index, next), tellsCloses: window.tellsCloses || tick.isComplete }
}

function foldTick(window: CandleWindow, tick: Tick): CandleWindow {
  const last = window.rows.at(-1)
  if (last === undefined) return withTick(window, tick, [rowOf(tick)], false)
  if (isOfAnotherMarket(window, tick.provenance))
    return withTick({ ...EMPTY_WINDOW, holes: window.holes }, tick, [rowOf(tick)], true)

  const newerBy = tick.candle.timestamp - last.candle.timestamp
  if (newerBy < 0) return correctPrevious(window, tick)
  if (newerBy >= CHART.newCandleGapS) {
    const missed = newerBy >= 2 * CHART.newCandleGapS || (window.tellsCloses && !last.isComplete)
    return withTick(window, tick, [...window.rows, rowOf(tick)].slice(-CHART.kept), missed)
  }
  const next = rowOf({ ...tick, candle: { ...tick.candle, timestamp: last.candle.timestamp } })
  if (!mayReplace(next, last)) return window
  return withTick(window, tick, window.rows.with(window.rows.length - 1, onto(last, next)), false)
}

/** The history is what the server holds: only what is fresher than it stays beside it. */
function foldHistory(
  window: CandleWindow,
  { history, requestedAt, receivedAt }: Extract<CandleAction, { type: 'history' }>,
): CandleWindow {
  const { candles, provenance, lastIsComplete } = history
  const publishedAt = provenance?.published_at
  const held = isOfAnotherMarket(window, provenance) ? [] : window.rows
  const merged = new Map<number, Row>()
  const told: Omit<Row, 'candle'> = { isComplete: true, publishedAt, receivedAt: requestedAt }
  for (const [index, candle] of candles.entries()) {
    merged.set(candle.timestamp, { ...told, candle, isComplete: lastIsComplete || index < candles.length - 1 })
  }
  for (const row of held) {
    const rival = merged.get(row.candle.timestamp)
    const isFresh = !isOlder(row, { ...row, ...told })
    if (rival === undefined ? isFresh : !mayReplace(rival, row)) merged.set(row.candle.timestamp, row)
    else if (rival !== undefined) merged.set(row.candle.timestamp, onto(row, rival))
  }
  const rows = [...merged.values()].sort((a, b) => a.candle.timestamp - b.candle.timestamp).slice(-CHART.kept)
  const isLastHeld = rows.length > 0 && rows.at(-1) === held.at(-1)
  return {
    ...window,
    rows,
    market: provenance?.market ?? window.market,
    freshest: isLastHeld ? window.freshest : { source: 'history', receivedAt, provenance, remainingS: undefined },
  }
}

/** Folds a live tick or a history into the window. Never throws; what changes nothing returns the same window. */
export const foldCandles = (window: CandleWindow, action: CandleAction): CandleWindow =>
  action.type === 'tick' ? foldTick(window, action.tick) : foldHistory(window, action)
