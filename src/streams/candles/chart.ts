import type { CandleChange } from '#contract/candles.ts'
import { toMillis } from '#contract/time.ts'
import { livenessOf, type Liveness } from '../liveness.ts'
import type { LiveLink } from '../ports.ts'
import { DEFAULT_VIEW, type DashboardView } from '../view.ts'
import type { CachedUpdate } from './cached.ts'
import { EMPTY_WINDOW, NO_CANDLES, type CandleWindow, type CandleRow } from './candle-window.ts'

/** The nine error messages of the live chart. */
export const CHART_TEXTS = {
  empty: 'No real market data available. Please check TDP connection.',
  loadFailed: 'Failed to load real market data. Please check connection.',
  neverConnected: 'Failed to connect to live data stream. Please check connection.',
  lost: 'Live data connection lost. Attempting to reconnect...',
  socketError: 'WebSocket connection error',
  persistedOnly: 'WebSocket not available - showing persisted data only',
  malformed: 'Failed to process chart data',
  notCandles: 'Chart configuration error - invalid real data structure',
  rendering: 'Chart rendering error. Please refresh the page.',
} as const

/** In place of `lost` after a normal close: then only a press reconnects. */
const CLOSED = 'The server has closed the live data connection. Press Reconnect to go on.'

/** Outcome of the latest history load. */
export type LoadState = 'loading' | 'loaded' | 'empty' | 'failed' | 'malformed' | 'not-candles'

const LOAD_TEXTS: Record<LoadState, string | undefined> = {
  loading: undefined,
  loaded: undefined,
  empty: CHART_TEXTS.empty,
  failed: CHART_TEXTS.loadFailed,
  malformed: CHART_TEXTS.malformed,
  'not-candles': CHART_TEXTS.notCandles,
}

function linkText({ status, wasConnected, isUnavailable }: LiveLink, hasCandles: boolean): string | undefined {
  if (status === 'connected') return undefined
  if (wasConnected && status === 'disconnected') return CLOSED
  if (wasConnected) return status === 'error' ? CHART_TEXTS.lost : undefined
  if (isUnavailable || status === 'error') return hasCandles ? CHART_TEXTS.persistedOnly : CHART_TEXTS.neverConnected
  return undefined
}

/**
 * Error message of the chart, or undefined. The live connection comes first, because it decides whether the data still
 * moves; an attempt that has merely failed so far comes last, because it may yet succeed.
 */
export function chartError(load: LoadState, link: LiveLink, hasCandles: boolean): string | undefined {
  const isStillTrying = !link.wasConnected && link.status === 'reconnecting'
  return (
    linkText(link, hasCandles) ??
    (load === 'empty' && hasCandles ? undefined : LOAD_TEXTS[load]) ??
    (isStillTrying ? CHART_TEXTS.socketError : undefined)
  )
}

/** View model of the live chart. */
export interface ChartWindow {
  /** What the candles are of. */
  readonly view: DashboardView
  readonly status: 'loading' | 'ready' | 'failed'
  readonly candles: CandleWindow
  /** What changed when its candles last did. */
  readonly change: CandleChange
  /** Market time of the newest price, unix ms. Never decreases while the market continues. */
  readonly lastUpdate: number | undefined
  /** Source and arrival of the newest price. */
  readonly freshest: Pick<CandleRow, 'source' | 'messageId' | 'receivedAt' | 'provenance'> | undefined
  readonly liveness: Liveness
  /** One of the chart's error messages. With status `ready` it is a notice beside data that stays visible. */
  readonly error: string | undefined
}

/** State that the view model is computed from. */
export interface ChartModel {
  readonly view: DashboardView
  readonly window: CandleWindow
  readonly load: LoadState
  readonly link: LiveLink
  /** Time of the newest price of an earlier visit, until it expires. */
  readonly cachedUpdate: CachedUpdate | undefined
}

export const INITIAL_CHART: ChartModel = {
  view: DEFAULT_VIEW,
  window: EMPTY_WINDOW,
  load: 'loading',
  link: { status: 'disconnected', wasConnected: false, isUnavailable: false },
  cachedUpdate: undefined,
}

/** Market time of a row, unix ms. */
export const marketTimeOf = ({ provenance, publishedAt, candle }: CandleRow): number =>
  provenance?.exchange_time ?? publishedAt ?? toMillis(candle.timestamp)

/**
 * Reordered or repeated updates must not decrease the time of the last update. An earlier newest candle may: the market
 * has restarted at an earlier time.
 */
function lastUpdateOf(last: CandleRow, previous: ChartWindow | undefined): number {
  const time = marketTimeOf(last)
  const hasRestarted = last.candle.timestamp < (previous?.candles.last?.candle.timestamp ?? 0)
  const isComparable =
    !hasRestarted &&
    previous?.freshest?.source !== 'cache' &&
    last.provenance?.market === previous?.freshest?.provenance?.market
  return isComparable && previous?.lastUpdate !== undefined ? Math.max(time, previous.lastUpdate) : time
}

/** Source and time of the newest price; without candles, those of the cached one. */
function freshestOf({ window: { last }, cachedUpdate }: ChartModel, previous?: ChartWindow) {
  if (last === undefined) {
    if (cachedUpdate === undefined) return { lastUpdate: undefined, freshest: undefined }
    const { at, receivedAt, provenance } = cachedUpdate
    return { lastUpdate: at, freshest: { source: 'cache' as const, messageId: undefined, receivedAt, provenance } }
  }
  const { source, messageId, receivedAt, provenance } = last
  const lastUpdate = source === 'cache' && cachedUpdate !== undefined ? cachedUpdate.at : lastUpdateOf(last, previous)
  return { lastUpdate, freshest: { source, messageId, receivedAt, provenance } }
}

/** View model of `model`, whose candles changed by `change`. `previous` is the one shown before, of the same view. */
export function chartOf(model: ChartModel, change = NO_CANDLES, previous?: ChartWindow): ChartWindow {
  const { view, window, load, link } = model
  const { last } = window
  const error = chartError(load, link, last !== undefined)
  return {
    view,
    status: last !== undefined ? 'ready' : error === undefined ? 'loading' : 'failed',
    candles: window,
    change,
    ...freshestOf(model, previous),
    liveness: livenessOf(link),
    error,
  }
}
