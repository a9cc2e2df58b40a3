import { graphic } from 'echarts/core'
import type PathProxy from 'zrender/lib/core/PathProxy'
import { SHAPE_CHANGED_BIT } from 'zrender/lib/graphic/constants'
export type { Pen } from "./paint.ts"
import type { Pen } from "./paint.ts"

/** What a plot shape shows: its owner replaces `paint` and asks for a repaint. */
export interface Surface {
  paint(pen: Pen): void
}

/**
 * A shape that paints its surface straight on the 2D context instead of recording a path: a path of five hundred candles
 * costs far more to raster than the same rectangles. As nothing is recorded, it has to build again on every repaint.
 */
export class PlotShape extends graphic.Path {
  override beforeBrush(): void {
    this.__dirty |= SHAPE_CHANGED_BIT
  }
  override buildPath(path: PathProxy, { surface }: { readonly surface?: Surface }): void {
    const context = path.getContext()
    if (!surface || !context) return
    context.save()
    surface.paint(context)
    context.restore()
  }
  override getBoundingRect(): graphic.BoundingRect {
    return new graphic.BoundingRect(0, 0, 1, 1)
  }
  override contain(): boolean {
    return false
  }
}

/** Name under which a custom series finds the shape. */
export const PLOT = 'pairbotPlot'
graphic.registerShape(PLOT, PlotShape)
