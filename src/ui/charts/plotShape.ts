import { graphic, use } from 'echarts/core'
import { CustomChart } from 'echarts/charts'
import { CanvasRenderer } from 'echarts/renderers'
import type { Pen } from './paint.ts'

const PLOT = 'plot'

/**
 * A shape that paints straight on the 2D context instead of recording a path: a path of five hundred candles costs far more
 * to raster than the same rectangles. As nothing is recorded, it must be made dirty before every repaint.
 */
const PlotShape = graphic.extendShape({
  type: PLOT,
  shape: {},
  buildPath(path, { surface }) {
    const context = 'getContext' in path ? path.getContext() : path
    if (!surface || !context) return
    context.save()
    surface.paint(context)
    context.restore()
  },
  getBoundingRect: () => new graphic.BoundingRect(0, 0, 1, 1),
})

use([CustomChart, CanvasRenderer])
graphic.registerShape(PLOT, PlotShape)

/** What a chart's one item shows; asked again at every repaint. */
export interface Surface {
  paint(pen: Pen): void
}

/** The option of a chart whose whole history is one item of one custom series. Set once; the surface changes under it. */
export const historyOption = (surface: Surface) => ({
  animation: false,
  series: {
    type: 'custom',
    coordinateSystem: 'none',
    silent: true,
    data: [0],
    renderItem: () => ({ type: PLOT, silent: true, shape: { surface } }),
  },
})
