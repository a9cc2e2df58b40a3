import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import { toMillis } from '#contract/time.ts'
import type { HistoryResult, LiveLink } from '../ports.ts'
import type { CachedUpdate } from './cached.ts'
import { chartError, type LoadState } from './chart-error.ts'
import {
  EMPTY_WINDOW,
  foldCandles,
  rowsOf,
  type CandleAction,
  type CandleWindow,
  type CandleRow,
} from './candle-window.ts'

/** Missing minutes: `from` is the first missing one, `to` the next present one (unix s). */
export interface CandleGap {
  readonly from: number
  readonly to: number
}

/** View model of the live chart. */
export interface ChartWindow {
  readonly status: 'loading' | 'ready' | 'failed'
  /** At most 500, oldest first, one per minute. */
  readonly candles: readonly Candle[]
  /** True when the last candle is closed. */
  readonly isComplete: boolean
  /** Seconds until the last candle closes, as last reported. */
  readonly remainingS: number | undefined
  /** Change from the first open to the last close, in percent. */
  readonly changePct: number | undefined
  /** Market time of the newest price, unix ms. Never decreases while the market stays the same. */
  readonly lastUpdate: number | undefined
  /** Source and arrival of the newest price. */
  readonly freshest: Pick<CandleRow, 'source' | 'messageId' | 'receivedAt' | 'provenance'> | undefined
  readonly gaps: readonly CandleGap[]
  /** One of the chart's error messages. With status `ready` it is a notice beside data that stays visible. */
  readonly error: string | undefined
}

export interface ChartModel {
  readonly window: CandleWindow
  readonly load: LoadState
  readonly link: LiveLink
  /** Time of the newest price of an earlier visit, until it expires. */
  readonly cachedUpdate: CachedUpdate | undefined
}

export interface HistoryLoad {
  readonly type: 'historyLoaded'
  readonly result: HistoryResult
  readonly requestedAt: number
  readonly receivedAt: number
}

export type ChartAction =
  | Exclude<CandleAction, { readonly type: 'history' }>
  | { readonly type: 'link'; readonly link: LiveLink }
  | { readonly type: 'cachedUpdate'; readonly update: CachedUpdate | undefined }
  | HistoryLoad

export const INITIAL_CHART: ChartModel = {
  window: EMPTY_WINDOW,
  load: 'loading',
  link: { status: 'disconnected', wasConnected: false, isUnavailable: false },
  cachedUpdate: undefined,
}

/** Market time of a row, unix ms. */
export const marketTimeOf = ({ provenance, publishedAt, candle }: CandleRow): number =>
  provenance?.exchange_time ?? publishedAt ?? toMillis(candle.timestamp)

/** Reordered or repeated updates must not decrease the time of the last update. */
function lastUpdateOf(last: CandleRow, previous: ChartWindow | undefined): number {
  const time = marketTimeOf(last)
  const isComparable =
    previous?.freshest?.source !== 'cache' && last.provenance?.market === previous?.freshest?.provenance?.market
  return isComparable && previous?.lastUpdate !== undefined ? Math.max(time, previous.lastUpdate) : time
}

/** Properties are listed because spreading would cost twice as much, on every tick. */
const withWindow = (model: ChartModel, window: CandleWindow): ChartModel =>
  window === model.window ? model : { window, load: model.load, link: model.link, cachedUpdate: model.cachedUpdate }

function withHistory(model: ChartModel, { result, requestedAt, receivedAt }: HistoryLoad): ChartModel {
  if (result.kind !== 'history') return { ...model, load: result.kind }
  const { history } = result
  const window = foldCandles(model.window, { type: 'history', history, requestedAt, receivedAt })
  return { ...withWindow(model, window), load: 'loaded' }
}

/** Reducer of the chart. Returns the same model if nothing changed. */
export function foldChart(model: ChartModel, action: ChartAction): ChartModel {
  switch (action.type) {
    case 'link':
      return { ...model, link: action.link }
    case 'cachedUpdate':
      return { ...model, cachedUpdate: action.update }
    case 'historyLoaded':
      return withHistory(model, action)
    case 'tick':
    case 'cached':
    case 'expired':
      return withWindow(model, foldCandles(model.window, action))
  }
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

/** Gaps between the candles. */
export function gapsOf(candles: readonly Candle[]): readonly CandleGap[] {
  const gaps: CandleGap[] = []
  for (let index = 1; index < candles.length; index += 1) {
    const before = candles[index - 1]
    const after = candles[index]
    if (before === undefined || after === undefined) continue
    const next = before.timestamp + CHART.newCandleGapS
    if (after.timestamp > next) gaps.push({ from: next, to: after.timestamp })
  }
  return gaps
}

function changeOf(candles: readonly Candle[]): number | undefined {
  const first = candles[0]
  const last = candles.at(-1)
  return first && last ? ((last.close - first.open) / first.open) * 100 : undefined
}

/** View model of `model`. `previous` is the one shown before. */
export function chartOf(model: ChartModel, previous?: ChartWindow): ChartWindow {
  const { window, load, link } = model
  const { last } = window
  const candles = rowsOf(window).map(({ candle }) => candle)
  const error = chartError(load, link, last !== undefined)
  return {
    status: last !== undefined ? 'ready' : error === undefined ? 'loading' : 'failed',
    candles,
    isComplete: last?.isComplete ?? false,
    remainingS: last?.remainingS,
    changePct: changeOf(candles),
    ...freshestOf(model, previous),
    gaps: gapsOf(candles),
    error,
  }
}
