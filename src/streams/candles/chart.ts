import type { Candle } from '#contract/candles.ts'
import { toMillis } from '#contract/time.ts'
import { livenessOf, type Liveness } from '../liveness.ts'
import type { LiveLink } from '../ports.ts'
import { DEFAULT_VIEW, type DashboardView } from '../view.ts'
import type { CachedUpdate } from './cached.ts'
import { chartError, type LoadState } from './chart-error.ts'
import { EMPTY_WINDOW, rowsOf, type CandleWindow, type CandleRow } from './candle-window.ts'

/** View model of the live chart. */
export interface ChartWindow {
  /** What the candles are of. */
  readonly view: DashboardView
  readonly status: 'loading' | 'ready' | 'failed'
  /** At most 500, oldest first, one per step of the view's timeframe. */
  readonly candles: readonly Candle[]
  /** True when the last candle is closed. */
  readonly isComplete: boolean
  /** Seconds until the last candle closes, as last reported. */
  readonly remainingS: number | undefined
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
  const hasRestarted = last.candle.timestamp < (previous?.candles.at(-1)?.timestamp ?? 0)
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

/** View model of `model`. `previous` is the one shown before, of the same view. */
export function chartOf(model: ChartModel, previous?: ChartWindow): ChartWindow {
  const { view, window, load, link } = model
  const { last } = window
  const candles = rowsOf(window).map(({ candle }) => candle)
  const error = chartError(load, link, last !== undefined)
  return {
    view,
    status: last !== undefined ? 'ready' : error === undefined ? 'loading' : 'failed',
    candles,
    isComplete: last?.isComplete ?? false,
    remainingS: last?.remainingS,
    ...freshestOf(model, previous),
    liveness: livenessOf(link),
    error,
  }
}
