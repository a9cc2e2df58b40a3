import type { EChartsType } from 'echarts/core'
import type { Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import { describeCandle } from '../format/candles.ts'
import { navigateSlots } from '../input/navigation.ts'
import type { NavigableSlots } from '../input/navigation.ts'
import { loadFont } from '../screen/font.ts'
import { createFrameLoop } from '../screen/frame-loop.ts'
import { observeSize } from '../screen/size.ts'
import { canvasFont } from '../theme/canvas.ts'
import { addCanvasSeries } from './EChartsPane.tsx'
import { computeLayout } from './layout.ts'
import type { ChartSettings } from './layout.ts'
import { createCrosshair, createNewestCandle } from './marks.ts'
import { drawHistory } from './draw.ts'
import { Series } from './series.ts'
import type { ChartFeed } from './series.ts'

export interface ChartOptions extends Pick<NavigableSlots, 'firstView' | 'onAnnounce'> {
  readonly feed$: Observable<ChartFeed>
  readonly settings: ChartSettings
  /** Disposes of the chart when aborted. */
  readonly signal: AbortSignal
  /** Device pixels per CSS px. */
  readonly pixelRatio: number
  /** Called on a reset and on each appended candle, not on ticks. */
  readonly onCandles: (candles: readonly Candle[]) => void
  /** Called after each paint; whether the view follows new candles. */
  readonly onFollow: (follows: boolean) => void
  /** Called when drawing throws or the feed errors: the canvas can no longer be trusted. */
  readonly onError: (error: unknown) => void
}

/**
 * Draws a live series into an ECharts instance, with a slider over its candles in `host`. The history is one custom series item
 * that is repainted only when the layout changes; a tick only moves the newest candle and the price line. Paints at most once
 * per animation frame.
 */
export function createLiveChart(chart: EChartsType, host: HTMLElement, options: ChartOptions) {
  const { signal, firstView, pixelRatio, onAnnounce, onError } = options
  const series = new Series(CHART.maxCandles)
  const [moveNewest, moveCrosshair] = [createNewestCandle(host), createCrosshair(host)]
  const slots: NavigableSlots = {
    firstView,
    onAnnounce,
    extent: series,
    width: () => layout.plotWidth,
    describe: (slot) => describeCandle(series.at(slot), series.missingBefore(slot), layout.decimals),
    onViewChange: () => invalidate('layout'),
    onPointedChange: () => invalidate('crosshair'),
  }
  const navigation = navigateSlots(host, slots, signal)
  const currentLayout = () =>
    computeLayout(series, navigation.view, { width: chart.getWidth(), height: chart.getHeight(), pixelRatio }, settings)

  let { settings } = options
  let layout = currentLayout()
  const repaint = addCanvasSeries(chart, (context) => drawHistory(context, layout))

  const invalidate = createFrameLoop<'size' | 'layout' | 'newest' | 'crosshair'>(host, signal, onError, (dirty) => {
    const needsLayout = dirty.has('layout') || (navigation.isFollowing && series.newest && !layout.fits(series.newest))
    if (dirty.has('size')) chart.resize()
    if (needsLayout) {
      layout = currentLayout()
      repaint()
      options.onFollow(navigation.isFollowing)
    }
    if (needsLayout || dirty.has('newest')) moveNewest(layout)
    moveCrosshair(layout, navigation.pointed)
  })
  observeSize(host, signal, () => invalidate('size', 'layout'))
  loadFont(canvasFont(settings.theme), () => invalidate('layout'))

  function feed(message: ChartFeed): void {
    const { first, last } = series
    const change = series.apply(message)
    if (change === 'replaced') invalidate('newest')
    if (change === 'replaced' || change === 'ignored') return
    navigation.extentChanged({ first, last })
    options.onCandles(series.candles)
  }
  const subscription = options.feed$.subscribe({ next: feed, error: onError })

  signal.addEventListener('abort', () => {
    subscription.unsubscribe()
    host.replaceChildren()
  })
  const configure = (next: ChartSettings) => {
    settings = next
    invalidate('layout')
  }
  return { navigation, configure }
}
