import type { EChartsType } from 'echarts/core'
import type { Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import { describeCandle } from '../format/candles.ts'
import { listenToGestures } from '../input/gestures.ts'
import { listenToKeys, sliderKeys } from '../input/keys.ts'
import { loadFont } from '../screen/font.ts'
import { createPainter } from '../screen/painter.ts'
import { watchSize } from '../screen/size.ts'
import { canvasFont } from '../theme/canvas.ts'
import { drawHistory } from './EChartsPane.tsx'
import { layOut } from './frame.ts'
import type { ChartSettings } from './frame.ts'
import { createCrosshair, createNewest } from './marks.ts'
import type { CrosshairAt } from './marks.ts'
import { paintHistory } from './paint.ts'
import { Series } from './series.ts'
import type { ChartFeed } from './series.ts'
import { clamp, followsLive, latest, pan, reveal, shift, toLive, zoom } from './view.ts'
import type { View } from './view.ts'

export interface ChartOptions {
  readonly feed$: Observable<ChartFeed>
  /** Device pixels per CSS px. */
  readonly pixelRatio: number
  readonly settings: ChartSettings
  /** Candles in the first view. */
  readonly firstView: number
  /** A new window, or one candle more; never a mere tick. */
  readonly onCandles: (candles: readonly Candle[]) => void
  /** The view has moved; whether it goes along with new candles. */
  readonly onFollow: (follows: boolean) => void
  /** The candle under the crosshair is to be read out. */
  readonly onRead: (candle: string) => void
  /** Painting threw: nothing that is on the canvas can be trusted any more. */
  readonly onFail: (error: unknown) => void
}

/** What may be stale: the size, the whole picture, what a tick moves, or the crosshair alone. */
type Part = 'size' | 'frame' | 'newest' | 'cross'

/** Share of the slots that a key leaves in sight. */
const KEY_ZOOM = 0.8

export type LiveChart = ReturnType<typeof createLiveChart>

/**
 * Draws one series into an ECharts instance and, over it, into `host`, a slider over its candles. The history is one custom
 * item, repainted only when its frame changes; a tick moves the strip and the price mark. All of it paints at most once per
 * animation frame.
 */
export function createLiveChart(chart: EChartsType, host: HTMLElement, options: ChartOptions) {
  const { pixelRatio, firstView, onFollow, onFail } = options
  const series = new Series(CHART.kept)
  const end = new AbortController()
  const [markNewest, markCross] = [createNewest(host), createCrosshair(host)]
  const layOutNow = () =>
    layOut(series, view, { width: chart.getWidth(), height: chart.getHeight(), pixelRatio }, settings)

  let { settings } = options
  let view = latest(series, firstView)
  let cross: CrosshairAt | undefined
  let frame = layOutNow()
  const repaint = drawHistory(chart, (pen) => paintHistory(pen, frame))

  const outgrows = ({ low, high, volume }: Candle) =>
    followsLive(view, series) && (low < frame.range.low || high > frame.range.high || volume > frame.range.volume)
  const paint = (stale: ReadonlySet<Part>) => {
    const whole = stale.has('frame') || (series.newest !== undefined && outgrows(series.newest))
    if (stale.has('size')) chart.resize()
    if (whole) {
      frame = layOutNow()
      repaint()
    }
    if (whole || stale.has('newest')) markNewest(frame)
    markCross(frame, cross)
  }
  const refresh = createPainter(host, end.signal, paint, onFail)

  function look(next: View): void {
    view = next
    refresh('frame')
    onFollow(followsLive(view, series))
  }
  function point(at: CrosshairAt | undefined): void {
    cross = at
    refresh('cross')
  }
  const inWords = (slot: number) => describeCandle(series.at(slot), series.missingBefore(slot), frame.decimals)
  const within = (slot: number) => clamp(slot, series.first, series.last)
  // of the view, not of the frame: several moves may come before the next frame
  const slotsIn = (px: number) => (px / frame.plotWidth) * (view.to - view.from)

  function zoomBy(factor: number): void {
    const middle = followsLive(view, series) ? series.last : (view.from + view.to) / 2
    look(zoom(view, factor, cross?.slot ?? middle, series))
  }
  function step(candles: number): void {
    if (!series.newest) return
    const slot = within((cross?.slot ?? Math.floor(view.to)) + candles)
    point({ slot })
    look(candles === Infinity ? toLive(view, series) : reveal(view, slot))
    host.ariaValueMax = String(series.candles.length)
    host.ariaValueNow = String(slot - series.first + 1)
    host.ariaValueText = inWords(slot)
  }
  const gestures = {
    panBy: (px: number) => look(pan(view, -slotsIn(px), series)),
    zoomAt: (factor: number, x: number) => look(zoom(view, factor, view.from + slotsIn(x), series)),
    point: (x?: number, y?: number) => point(x === undefined ? undefined : { slot: within(frame.slotAt(x)), y }),
  }
  const keys = {
    ...sliderKeys(step),
    '+ =': () => zoomBy(KEY_ZOOM),
    '-': () => zoomBy(1 / KEY_ZOOM),
    'Enter Space': () => options.onRead(inWords(cross?.slot ?? series.last)),
    Escape: () => point(undefined),
  }
  listenToGestures(host, gestures, end.signal)
  listenToKeys(host, keys, end.signal)
  watchSize(host, end.signal, () => refresh('size', 'frame'))
  loadFont(canvasFont(settings.theme), () => refresh('frame'))

  const feeding = options.feed$.subscribe({
    next: (message) => {
      const { last, newest } = series
      const following = followsLive(view, series)
      const change = series.fold(message)
      if (change === 'ignored') return
      if (change === 'replaced') return refresh('newest')
      if (!newest) look(latest(series, firstView))
      else look(following ? shift(view, series.last - last) : pan(view, 0, series))
      options.onCandles(series.candles)
    },
    error: onFail,
  })

  return {
    zoomBy,
    toLive: () => look(toLive(view, series)),
    configure: (next: ChartSettings) => {
      settings = next
      refresh('frame')
    },
    dispose: () => {
      end.abort()
      feeding.unsubscribe()
      host.replaceChildren()
    },
  }
}
