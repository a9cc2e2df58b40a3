import { formatMoveSize } from '../format/number.ts'
import { CANVAS_FONT_PX } from '../theme/canvas.ts'
import type { DrawingContext } from './draw.ts'
import type { ChartLayout } from './layout.ts'

/** How far the close of some candles ahead will be from the newest close, up or down, in percent of it. */
export interface MoveBands {
  /** Half of the moves are smaller. */
  readonly half: number
  /** Nine of ten moves are smaller. */
  readonly nineTenths: number
  /** When the newest candle that it follows closed, unix seconds. */
  readonly closedAt: number
}

/** What of the future a chart shows. */
export interface ChartFuture {
  /** Candles ahead, for which there is room at the right of the newest. */
  readonly candles: number
  /** Undefined until they are known. */
  readonly bands: MoveBands | undefined
}

/** The same as a sentence. */
export const futureInWords = ({ candles, bands }: ChartFuture): string =>
  bands
    ? `After ${candles} candles the close is within ${formatMoveSize(bands.half)} of the last one in half of the cases, and within ${formatMoveSize(bands.nineTenths)} in nine of ten.`
    : ''

const ALPHA = { nineTenths: 0.12, half: 0.2 } as const
/** Below it the bands would be specks. */
const MIN_WIDTH_PX = 24
/** Of the longer label. */
const LABEL_PX = 52

/**
 * Draws how far the price will be, as two bands that widen from the newest close. Only their ends are forecasts: on the way there
 * they grow with the square root of time.
 */
export function drawMoveBands(context: DrawingContext, layout: ChartLayout): void {
  const { future, series, theme, x, y, plotWidth, plotHeight, pixel } = layout
  if (!future?.bands) return
  const { candles, bands } = future
  const slot = series.slotOf(bands.closedAt - series.stepS)
  const close = slot === undefined ? undefined : series.at(slot)?.close
  const width = slot === undefined ? 0 : x(slot + candles + 0.5) - x(slot + 0.5)
  if (slot === undefined || close === undefined || width < MIN_WIDTH_PX) return
  const edge = (percent: number, ahead: number) => close * (1 + (percent / 100) * Math.sqrt(ahead / candles))
  context.fillStyle = theme.info
  for (const share of ['nineTenths', 'half'] as const) {
    context.globalAlpha = ALPHA[share]
    for (let ahead = 1; ahead <= candles; ahead += 1) {
      const [left, right] = [x(slot + ahead - 0.5), x(slot + ahead + 0.5)]
      const [top, bottom] = [y(edge(bands[share], ahead)), y(edge(-bands[share], ahead))]
      context.fillRect(left, top, right - left, Math.max(pixel, bottom - top))
    }
  }
  context.globalAlpha = 1
  const right = Math.min(plotWidth, x(slot + candles + 0.5))
  if (width < LABEL_PX) return
  context.fillStyle = theme.label
  context.textAlign = 'right'
  const [outer, inner] = [y(edge(bands.nineTenths, candles)), y(edge(bands.half, candles))]
  for (const [text, at] of [
    ['9 of 10', outer - CANVAS_FONT_PX],
    ['half', inner - CANVAS_FONT_PX / 2 - 1],
  ] as const)
    if (at > CANVAS_FONT_PX && at < plotHeight && (text === '9 of 10' || inner - outer > 2 * CANVAS_FONT_PX))
      context.fillText(text, right - 2, at)
  context.textAlign = 'left'
}
