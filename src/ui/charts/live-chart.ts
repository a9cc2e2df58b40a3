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
  /** Ends it. */
  readonly signal: AbortSignal
  /** Device pixels per CSS px. */
  readonly pixelRatio: number
  /** A new window, or one candle more; never a mere tick. */
  readonly onCandles: (candles: readonly Candle[]) => void
  /** Painted; whether the view goes along with new candles. */
  readonly onFollow: (follows: boolean) => void
  /** Painting threw, or the feed ended in an error: nothing that is on the canvas can be trusted any more. */
  readonly onError: (error: unknown) => void
}

/**
 * Draws one series into an ECharts instance and, over it, into `host`, a slider over its candles. The history is one custom
 * item, repainted only when its frame changes; a tick moves the strip and the price mark. All of it paints at most once per
 * animation frame.
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
