import { CustomChart } from 'echarts/charts'
import { graphic, use } from 'echarts/core'
import type { EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { describeCandle } from '../format/candles.ts'
import { navigateSlots } from '../input/navigation.ts'
import type { NavigableSlots } from '../input/navigation.ts'
import { loadFont, observeSize } from '../screen/canvas.ts'
import { createFrameLoop } from '../screen/frame-loop.ts'
import { canvasFont } from '../theme/canvas.ts'
import { createCrosshair } from './crosshair.ts'
import { createNewestCandle, drawHistory } from './draw.ts'
import { computeLayout, Series } from './layout.ts'
import type { ChartSettings } from './layout.ts'

export interface ChartOptions extends Pick<NavigableSlots, 'firstView' | 'onAnnounce'> {
  readonly candles$: Observable<readonly Candle[]>
  readonly settings: ChartSettings
  /** Disposes of the chart when aborted. */
  readonly signal: AbortSignal
  /** Device pixels per CSS px. */
  readonly pixelRatio: number
  /** Called when more than the newest candle changed. */
  readonly onCandles: (candles: readonly Candle[]) => void
  /** Called after each paint; whether the view follows new candles. */
  readonly onFollow: (follows: boolean) => void
  /** Called when drawing throws or the stream errors: the canvas can no longer be trusted. */
  readonly onError: (error: unknown) => void
}

const PlotShape = graphic.extendShape({
  buildPath(path, { surface }) {
    const context = 'getContext' in path ? path.getContext() : path
    context?.save()
    surface?.draw(context)
    context?.restore()
  },
  getBoundingRect: () => new graphic.BoundingRect(0, 0, 1, 1),
})

use([CustomChart, CanvasRenderer])
graphic.registerShape('plot', PlotShape)

/**
 * Adds one custom series with one item: a shape that draws directly on the 2D context instead of recording a path, because
 * rasterizing a path of 500 candles costs far more than filling the same rectangles. Since nothing is recorded, the shape must
 * be marked dirty before each repaint. Returns the repaint function; its first call sets the chart option.
 */
function addCanvasSeries(chart: EChartsType, draw: (context: CanvasRenderingContext2D) => void): () => void {
  const item = { type: 'plot', silent: true, shape: { surface: { draw } } }
  const series = { type: 'custom', coordinateSystem: 'none', data: [0], renderItem: () => item }
  const renderer = chart.getZr()
  let hasOption = false
  return () => {
    if (!hasOption) {
      hasOption = true
      chart.setOption({ animation: false, series }, { notMerge: true })
      return
    }
    for (const shape of renderer.storage.getDisplayList()) shape.dirty()
    renderer.refreshImmediately()
  }
}

/**
 * Draws live candles into an ECharts instance, with a slider over them in `host`. The history is one custom series item that is
 * repainted only when the layout changes; a tick only moves the newest candle and the price line. Candles are painted in the
 * animation frame in which they arrive.
 */
export function createLiveChart(chart: EChartsType, host: HTMLElement, options: ChartOptions) {
  const { signal, firstView, pixelRatio, onAnnounce, onError } = options
  const series = new Series()
  const [moveNewest, moveCrosshair] = [createNewestCandle(host), createCrosshair(host)]
  const slots: NavigableSlots = {
    firstView,
    onAnnounce,
    extent: series,
    width: () => layout.plotWidth,
    describe: (slot) => describeCandle(series.at(slot), series.missingBefore(slot), layout.decimals),
    onViewChange: () => paintInNextFrame('layout'),
    onPointedChange: () => paintInNextFrame('crosshair'),
  }
  const navigation = navigateSlots(host, slots, signal)
  const currentLayout = () =>
    computeLayout(series, navigation.view, { width: chart.getWidth(), height: chart.getHeight(), pixelRatio }, settings)

  let { settings } = options
  let layout = currentLayout()
  const repaint = addCanvasSeries(chart, (context) => drawHistory(context, layout))

  type Part = 'size' | 'layout' | 'newest' | 'crosshair'
  function paint(dirty: ReadonlySet<Part>): void {
    const needsLayout = dirty.has('layout') || (navigation.isFollowing && series.newest && !layout.fits(series.newest))
    if (dirty.has('size')) chart.resize()
    if (needsLayout) {
      layout = currentLayout()
      repaint()
      options.onFollow(navigation.isFollowing)
    }
    if (needsLayout || dirty.has('newest')) moveNewest(layout)
    moveCrosshair(layout, navigation.pointed)
  }
  const { paintInNextFrame, paintInThisFrame } = createFrameLoop<Part>(host, signal, onError, paint)
  observeSize(host, signal, () => paintInNextFrame('size', 'layout'))
  loadFont(canvasFont(settings.theme), () => paintInNextFrame('layout'))

  function show(candles: readonly Candle[]): void {
    const { first, last } = series
    if (series.show(candles) === 'all') {
      navigation.extentChanged({ first, last })
      options.onCandles(candles)
    }
    paintInThisFrame('newest')
  }
  const subscription = options.candles$.subscribe({ next: show, error: onError })

  signal.addEventListener('abort', () => {
    subscription.unsubscribe()
    host.replaceChildren()
  })
  const configure = (next: ChartSettings) => {
    settings = next
    paintInNextFrame('layout')
  }
  return { navigation, configure }
}
