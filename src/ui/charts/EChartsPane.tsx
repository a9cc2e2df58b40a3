import { graphic, init, use } from 'echarts/core'
import type { EChartsType } from 'echarts/core'
import { CustomChart } from 'echarts/charts'
import { CanvasRenderer } from 'echarts/renderers'
import EChartsReactCore from 'echarts-for-react/esm/core'

/**
 * An ECharts instance as large as its element. The stock wrapper makes a throw-away instance first, and hands the second one
 * options; this one makes one as it is mounted, and leaves the rest to its owner. What it is given must stay the same.
 */
export class EChartsPane extends EChartsReactCore {
  override componentDidMount(): void {
    init(this.ele, undefined, { devicePixelRatio })
  }
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
 * Makes the whole history one item of one custom series: a shape that paints straight on the 2D context instead of recording
 * a path, because a path of five hundred candles costs far more to raster than the same rectangles. As nothing is recorded,
 * it must be made dirty before every repaint. Returns how to repaint; the first time sets the option, so that nothing is
 * painted before there is something to paint.
 */
export function addCanvasSeries(chart: EChartsType, draw: (context: CanvasRenderingContext2D) => void): () => void {
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
