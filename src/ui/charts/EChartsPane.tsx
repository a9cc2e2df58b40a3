import { graphic, init, use } from 'echarts/core'
import type { EChartsType } from 'echarts/core'
import { CustomChart } from 'echarts/charts'
import { CanvasRenderer } from 'echarts/renderers'
import EChartsReactCore from 'echarts-for-react/esm/core'

/**
 * An ECharts instance that fills its element. The stock wrapper creates a throw-away instance first and then sets options on
 * a second one; this one creates a single instance on mount and leaves the rest to its owner. Props must be stable.
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
 * Adds one custom series with one item: a shape that draws directly on the 2D context instead of recording a path, because
 * rasterizing a path of 500 candles costs far more than filling the same rectangles. Since nothing is recorded, the shape must
 * be marked dirty before each repaint. Returns the repaint function; its first call sets the chart option.
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
