import type { EChartsType } from 'echarts/core'
import type { Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import { describeCandle } from '../format/candles.ts'
import { navigateRow } from '../input/navigation.ts'
import type { Row } from '../input/navigation.ts'
import { loadFont } from '../screen/font.ts'
import { createPainter } from '../screen/painter.ts'
import { watchSize } from '../screen/size.ts'
import { canvasFont } from '../theme/canvas.ts'
import { drawHistory } from './EChartsPane.tsx'
import { layOut } from './frame.ts'
import type { ChartSettings } from './frame.ts'
import { createCrosshair, createNewest } from './marks.ts'
import { paintHistory } from './paint.ts'
import { Series } from './series.ts'
import type { ChartFeed } from './series.ts'

export interface ChartOptions extends Pick<Row, 'firstView' | 'onRead'> {
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
  readonly onFail: (error: unknown) => void
}

/**
 * Draws one series into an ECharts instance and, over it, into `host`, a slider over its candles. The history is one custom
 * item, repainted only when its frame changes; a tick moves the strip and the price mark. All of it paints at most once per
 * animation frame.
 */
export function createLiveChart(chart: EChartsType, host: HTMLElement, options: ChartOptions) {
  const { signal, firstView, pixelRatio, onRead, onFail } = options
  const series = new Series(CHART.maxCandles)
  const [markNewest, markCross] = [createNewest(host), createCrosshair(host)]
  const row: Row = {
    firstView,
    onRead,
    extent: series,
    width: () => frame.plotWidth,
    describe: (slot) => describeCandle(series.at(slot), series.missingBefore(slot), frame.decimals),
    onLook: () => refresh('frame'),
    onPoint: () => refresh('cross'),
  }
  const navigation = navigateRow(host, row, signal)
  const layOutNow = () =>
    layOut(series, navigation.view, { width: chart.getWidth(), height: chart.getHeight(), pixelRatio }, settings)

  let { settings } = options
  let frame = layOutNow()
  const repaint = drawHistory(chart, (pen) => paintHistory(pen, frame))

  const refresh = createPainter<'size' | 'frame' | 'newest' | 'cross'>(host, signal, onFail, (stale) => {
    const whole = stale.has('frame') || (navigation.follows && series.newest && !frame.fits(series.newest))
    if (stale.has('size')) chart.resize()
    if (whole) {
      frame = layOutNow()
      repaint()
      options.onFollow(navigation.follows)
    }
    if (whole || stale.has('newest')) markNewest(frame)
    markCross(frame, navigation.pointed)
  })
  watchSize(host, signal, () => refresh('size', 'frame'))
  loadFont(canvasFont(settings.theme), () => refresh('frame'))

  function feed(message: ChartFeed): void {
    const { first, last } = series
    const change = series.fold(message)
    if (change === 'replaced') refresh('newest')
    if (change === 'replaced' || change === 'ignored') return
    navigation.moveOn({ first, last })
    options.onCandles(series.candles)
  }
  const feeding = options.feed$.subscribe({ next: feed, error: onFail })

  signal.addEventListener('abort', () => {
    feeding.unsubscribe()
    host.replaceChildren()
  })
  const configure = (next: ChartSettings) => {
    settings = next
    refresh('frame')
  }
  return { navigation, configure }
}
