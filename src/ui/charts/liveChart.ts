import type { EChartsType } from 'echarts/core'
import { Subscription } from 'rxjs'
import type { Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import { describeCandle } from './describe.ts'
import { historyOption } from './EChartsPane.tsx'
import { layOut } from './frame.ts'
import type { ChartSettings } from './frame.ts'
import { listenToGestures } from './gestures.ts'
import { listenToKeys } from './keyboard.ts'
import { addMark, createCrosshair, createPriceMark, createStrip } from './marks.ts'
import type { CrosshairAt } from './marks.ts'
import { paintHistory } from './paint.ts'
import { createScreen } from './screen.ts'
import { Series } from './series.ts'
import type { ChartFeed } from './series.ts'
import { canvasFont } from './theme.ts'
import { followsLive, latest, pan, reveal, shift, toLive, zoom } from './view.ts'
import type { View } from './view.ts'
import * as css from './charts.css.ts'

export interface ChartOptions {
  readonly settings: ChartSettings
  /** Candles in the first view. */
  readonly firstView: number
  /** A new window, or one candle more, has been painted; never a mere tick. */
  readonly onSeries: (series: Series) => void
  /** The view has moved; whether it goes along with new candles. */
  readonly onFollow: (follows: boolean) => void
  /** The candle under the crosshair is to be read out. */
  readonly onRead: (candle: string) => void
  /** Painting threw: nothing that is on the canvas can be trusted any more. */
  readonly onFail: (error: unknown) => void
}

export type LiveChart = ReturnType<typeof createLiveChart>

/**
 * Draws one series into an ECharts instance and, over it, into `host`, a slider over its candles. The history is one custom
 * item, repainted only when its frame changes; a tick moves the strip and the price mark. All of it paints at most once per
 * animation frame.
 */
export function createLiveChart(chart: EChartsType, host: HTMLElement, options: ChartOptions) {
  const series = new Series(CHART.kept)
  const end = new AbortController()
  const plot = addMark(host, 'div', css.plot)
  const paintStrip = createStrip(plot)
  const markPrice = createPriceMark(host)
  const markCross = createCrosshair(plot, host)
  const layOutNow = () => {
    const size = { width: chart.getWidth(), height: chart.getHeight(), pixelRatio: chart.getDevicePixelRatio() }
    return layOut(series, view, size, settings)
  }

  let { settings } = options
  let view = latest(series, options.firstView)
  let frame = layOutNow()
  let cross: CrosshairAt | undefined
  let stale = { size: false, frame: true, live: true, cross: true, series: false }

  const outgrows = ({ high, low, volume }: Candle) =>
    followsLive(view, series) && (high > frame.range.high || low < frame.range.low || volume > frame.range.volume)

  function paintFrame(): void {
    if (stale.size) chart.resize()
    frame = layOutNow()
    Object.assign(plot.style, { width: `${frame.plotWidth}px`, height: `${frame.plotHeight}px` })
    const canvas = chart.getZr()
    const [shape] = canvas.storage.getDisplayList(true)
    if (!shape) return chart.setOption(historyOption({ paint: (pen) => paintHistory(pen, frame) }))
    shape.dirty()
    canvas.refreshImmediately()
  }

  function paint(): void {
    const newest = series.at(series.last)
    if (stale.live && newest && outgrows(newest)) stale.frame = true
    if (stale.frame) paintFrame()
    if (stale.frame || stale.live) {
      paintStrip(frame)
      markPrice(frame)
    }
    if (stale.frame || stale.cross || (stale.live && cross?.slot === series.last)) markCross(frame, cross)
    if (stale.series) options.onSeries(series)
    stale = { size: false, frame: false, live: false, cross: false, series: false }
  }
  const requestPaint = createScreen(host, end.signal, () => {
    try {
      paint()
    } catch (error) {
      options.onFail(error)
    }
  })

  function refresh(part: keyof typeof stale): void {
    stale[part] = true
    requestPaint()
  }
  function look(next: View): void {
    view = next
    refresh('frame')
    options.onFollow(followsLive(view, series))
  }
  function stand(at: CrosshairAt | undefined): void {
    cross = at
    refresh('cross')
  }
  const within = (slot: number) => Math.min(Math.max(slot, series.first), series.last)
  // of the view, not of the frame: several moves may come before the next frame
  const slotsIn = (px: number) => (px / frame.plotWidth) * (view.to - view.from)

  const controls = {
    panBy: (px: number) => look(pan(view, -slotsIn(px), series)),
    zoomAt: (factor: number, x: number) => look(zoom(view, factor, view.from + slotsIn(x), series)),
    zoomBy: (factor: number) => {
      const middle = followsLive(view, series) ? series.last : (view.from + view.to) / 2
      look(zoom(view, factor, cross?.slot ?? middle, series))
    },
    point: (x?: number, y?: number) => stand(x === undefined ? undefined : { slot: within(frame.slotAt(x)), y }),
    step: (candles: number) => {
      if (series.candles.length === 0) return
      // the first step only shows the crosshair, on the newest candle in sight
      const by = cross || !Number.isFinite(candles) ? candles : 0
      const slot = within((cross?.slot ?? within(Math.floor(view.to))) + by)
      stand({ slot })
      look(candles === Infinity ? toLive(view, series) : reveal(view, slot))
      host.ariaValueMax = String(series.candles.length)
      host.ariaValueNow = String(slot - series.first + 1)
      host.ariaValueText = describeCandle(series, slot, frame.decimals)
    },
    announce: () => options.onRead(describeCandle(series, cross?.slot ?? series.last, frame.decimals)),
  }
  listenToGestures(host, controls, end.signal)
  listenToKeys(host, controls, end.signal)

  const resizing = new ResizeObserver(() => {
    if (host.clientWidth === chart.getWidth() && host.clientHeight === chart.getHeight()) return
    stale.size = true
    refresh('frame')
  })
  resizing.observe(host)
  const font = canvasFont(settings.theme)
  if (!document.fonts.check(font)) {
    // Where the font cannot be had, the chart stands in another.
    void document.fonts.load(font).then(
      () => refresh('frame'),
      () => undefined,
    )
  }

  function feed(message: ChartFeed): void {
    const { last } = series
    const opening = series.candles.length === 0
    const following = followsLive(view, series)
    const change = series.fold(message)
    if (change === 'ignored') return
    if (change === 'replaced') return refresh('live')
    if (opening) look(latest(series, options.firstView))
    else look(following ? shift(view, series.last - last) : pan(view, 0, series))
    refresh('series')
  }
  let feeding = Subscription.EMPTY

  return {
    zoomBy: controls.zoomBy,
    toLive: () => look(toLive(view, series)),
    configure(next: ChartSettings): void {
      settings = next
      refresh('frame')
    },
    /** Takes its candles from here on from this feed. */
    attach(feed$: Observable<ChartFeed>): void {
      feeding.unsubscribe()
      feeding = feed$.subscribe({ next: feed, error: options.onFail })
    },
    dispose(): void {
      end.abort()
      feeding.unsubscribe()
      resizing.disconnect()
      host.replaceChildren()
    },
  }
}
