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

/** Minutes that are absent between two candles: from the first missing one to the next that is there (unix s). */
export interface CandleGap {
  readonly from: number
  readonly to: number
}

/** The live chart as a screen shows it. */
export interface ChartWindow {
  readonly status: 'loading' | 'ready' | 'failed'
  /** Oldest first, one per minute, at most 500. */
  readonly candles: readonly Candle[]
  /** True when the last candle is closed. */
  readonly isComplete: boolean
  /** Seconds until the last candle closes, as last told. */
  readonly remainingS: number | undefined
  /** Change of the last close against the first open, in percent. */
  readonly changePct: number | undefined
  /** Market time of the newest figure, unix ms; never goes back while the market stays the same. */
  readonly lastUpdate: number | undefined
  /** Where the newest figure comes from and when it arrived here. */
  readonly freshest: Pick<CandleRow, 'source' | 'messageId' | 'receivedAt' | 'provenance'> | undefined
  readonly gaps: readonly CandleGap[]
  /** What is wrong, as one of the chart's texts. With `ready` it is a notice beside data that stays. */
  readonly error: string | undefined
}

export interface ChartModel {
  readonly window: CandleWindow
  readonly load: LoadState
  readonly link: LiveLink
  /** When the newest figure of an earlier visit was from, while that may be told. */
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

/** Reordered and repeated figures must not turn the time of the last update back; those of this visit may. */
function lastUpdateOf(last: CandleRow, previous: ChartWindow | undefined): number {
  const time = marketTimeOf(last)
  const isComparable =
    previous?.freshest?.source !== 'cache' && last.provenance?.market === previous?.freshest?.provenance?.market
  return isComparable && previous?.lastUpdate !== undefined ? Math.max(time, previous.lastUpdate) : time
}

/** Written out: at every tick, a copy by spreading costs twice as much. */
const withWindow = (model: ChartModel, window: CandleWindow): ChartModel =>
  window === model.window ? model : { window, load: model.load, link: model.link, cachedUpdate: model.cachedUpdate }

function withHistory(model: ChartModel, { result, requestedAt, receivedAt }: HistoryLoad): ChartModel {
  if (result.kind !== 'history') return { ...model, load: result.kind }
  const { history } = result
  const window = foldCandles(model.window, { type: 'history', history, requestedAt, receivedAt })
  return { ...withWindow(model, window), load: 'loaded' }
}

/** Folds what happens to the chart's data. What changes nothing returns the same model. */
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

/** Where the newest figure comes from; without candles, what is known of an earlier visit's. */
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

/** The holes between the candles of a window. */
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

/** What a screen shows of a model, after what it showed before. */
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
