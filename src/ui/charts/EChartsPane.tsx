import { graphic, init, use } from 'echarts/core'
import { CustomChart } from 'echarts/charts'
import { CanvasRenderer } from 'echarts/renderers'
import EChartsReactCore from 'echarts-for-react/esm/core'

/**
 * An ECharts instance as large as its element. The stock wrapper makes a throw-away instance first, and hands the second one
 * options; this one makes one as it is mounted, and leaves the rest to its owner.
 */
export class EChartsPane extends EChartsReactCore {
  override componentDidMount(): void {
    init(this.ele, undefined, { devicePixelRatio })
  }
  override componentDidUpdate(): void {}
}

/**
 * A shape that paints straight on the 2D context instead of recording a path: a path of five hundred candles costs far more
 * to raster than the same rectangles. As nothing is recorded, it must be made dirty before every repaint.
 */
const PlotShape = graphic.extendShape({
  type: 'plot',
  buildPath(path, { surface }) {
    const pen = 'getContext' in path ? path.getContext() : path
    if (!surface || !pen) return
    pen.save()
    surface.paint(pen)
    pen.restore()
  },
  getBoundingRect: () => new graphic.BoundingRect(0, 0, 1, 1),
})

use([CustomChart, CanvasRenderer])
graphic.registerShape('plot', PlotShape)

/** The option of a chart whose whole history is one item of one custom series. Set once: its surface paints at every repaint. */
export const historyOption = (surface: { paint(pen: CanvasRenderingContext2D): void }) => ({
  animation: false,
  series: {
    type: 'custom',
    coordinateSystem: 'none',
    data: [0],
    renderItem: () => ({ type: 'plot', silent: true, shape: { surface } }),
  },
})
