import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import { toMillis } from '#contract/time.ts'
import type { HistoryAnswer, LiveLink } from '../ports.ts'
import { chartError, type LoadState } from './chart-error.ts'
import { EMPTY_WINDOW, foldCandles, rowsOf, type CandleWindow, type Row } from './window.ts'

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
  readonly freshest: Pick<Row, 'source' | 'messageId' | 'receivedAt' | 'provenance'> | undefined
  readonly gaps: readonly CandleGap[]
  /** What is wrong, as one of the chart's texts. With `ready` it is a notice beside data that stays. */
  readonly error: string | undefined
}

export interface ChartModel {
  readonly window: CandleWindow
  readonly load: LoadState
  readonly link: LiveLink
}

export interface Answered {
  readonly type: 'answered'
  readonly answer: HistoryAnswer
  readonly requestedAt: number
  readonly receivedAt: number
}

export type ChartAction =
  | { readonly type: 'tick'; readonly row: Row }
  | { readonly type: 'link'; readonly link: LiveLink }
  | Answered

export const START: ChartModel = {
  window: EMPTY_WINDOW,
  load: 'loading',
  link: { status: 'disconnected', wasConnected: false, isUnavailable: false },
}

/** Market time of a row, unix ms. */
const timeOf = ({ provenance, publishedAt, candle }: Row): number =>
  provenance?.exchange_time ?? publishedAt ?? toMillis(candle.timestamp)

/** Reordered and repeated figures must not turn the time of the last update back. */
function lastUpdateOf(last: Row | undefined, shown: ChartWindow | undefined): number | undefined {
  if (last === undefined) return undefined
  const time = timeOf(last)
  const isSameMarket = last.provenance?.market === shown?.freshest?.provenance?.market
  return isSameMarket && shown?.lastUpdate !== undefined ? Math.max(time, shown.lastUpdate) : time
}

const withWindow = (model: ChartModel, window: CandleWindow): ChartModel =>
  window === model.window ? model : { ...model, window }

function withAnswer(model: ChartModel, { answer, requestedAt, receivedAt }: Answered): ChartModel {
  if (answer.kind !== 'history') return { ...model, load: answer.kind }
  const { history } = answer
  const window = foldCandles(model.window, { type: 'history', history, requestedAt, receivedAt })
  return { ...withWindow(model, window), load: 'loaded' }
}

/** Folds what happens to the chart's data. What changes nothing returns the same model. */
export function foldChart(model: ChartModel, action: ChartAction): ChartModel {
  if (action.type === 'tick') return withWindow(model, foldCandles(model.window, action))
  return action.type === 'link' ? { ...model, link: action.link } : withAnswer(model, action)
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
export function chartOf({ window, load, link }: ChartModel, shown?: ChartWindow): ChartWindow {
  const { last } = window
  const candles = rowsOf(window).map(({ candle }) => candle)
  const error = chartError(load, link, last !== undefined)
  return {
    status: last !== undefined ? 'ready' : error === undefined ? 'loading' : 'failed',
    candles,
    isComplete: last?.isComplete ?? false,
    remainingS: last?.remainingS,
    changePct: changeOf(candles),
    lastUpdate: lastUpdateOf(last, shown),
    freshest: last && {
      source: last.source,
      messageId: last.messageId,
      receivedAt: last.receivedAt,
      provenance: last.provenance,
    },
    gaps: gapsOf(candles),
    error,
  }
}
