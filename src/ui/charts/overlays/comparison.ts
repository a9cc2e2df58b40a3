import { PAIR_IDS, PAIRS, type PairId } from '#contract/pairs.ts'
import { visibleSlots, type View } from '../../input/viewport.ts'
import type { CanvasTheme } from '../../theme/canvas.ts'
import type { Series } from '../series.ts'
import type { ChartOverlays } from './data.ts'
import { line, type Overlay } from './overlay.ts'

// A pair beside that of the chart: a line that begins where the view does, and shows how much each has changed since.

const PREFIX = 'compare:'

export const comparisonId = (pair: PairId): string => `${PREFIX}${pair}`
/** The pair that an overlay compares with; undefined if it is another overlay. */
export const comparedPair = (id: string): PairId | undefined =>
  id.startsWith(PREFIX) ? PAIR_IDS.find((pair) => comparisonId(pair) === id) : undefined

/** The columns of its prices. */
export const openColumn = (id: string): string => `${id}:open`
export const closeColumn = (id: string): string => `${id}:close`

/** The overlay that a column is of. */
export const idOfColumn = (column: string): string => column.slice(0, column.lastIndexOf(':'))

/** None that candles have. */
const COLORS = ['info', 'warning', 'accent', 'label'] as const satisfies readonly (keyof CanvasTheme)[]

/** One per pair: the chart asks with each frame. */
const COMPARISONS = new Map<string, Overlay>(
  PAIR_IDS.map((pair, index) => {
    const id = comparisonId(pair)
    const { label } = PAIRS[pair]
    const color = COLORS[index % COLORS.length] ?? COLORS[0]
    const series: Overlay['series'] = (theme) => [{ ...line(label, closeColumn(id), theme[color]), isCompared: true }]
    return [id, { id, label: `Compare ${label}`, series }]
  }),
)
export const comparisonOverlay = (id: string): Overlay | undefined => COMPARISONS.get(id)

/**
 * What prices of a compared pair are multiplied with to begin where the chart's pair does: at the first candle in view that both
 * have. Undefined without one.
 */
export function comparedScale(
  { series, view }: { readonly series: Series; readonly view: View },
  { valuesAt }: Pick<ChartOverlays, 'valuesAt'>,
  id: string,
): { readonly factor: number; readonly open: number } | undefined {
  const { first, last } = visibleSlots(view, series)
  for (let slot = first; slot <= last; slot += 1) {
    const candle = series.at(slot)
    const open = valuesAt(candle?.timestamp ?? 0)?.[openColumn(id)]
    if (candle && open) return { factor: candle.open / open, open }
  }
  return undefined
}

/** Lowest and highest of the compared pairs in view, where the chart draws them; low > high if there is none. */
export function comparedRange(
  chart: { readonly series: Series; readonly view: View },
  overlays: ChartOverlays,
  columnSlots: number,
) {
  let [low, high] = [Infinity, -Infinity]
  const { first, last } = visibleSlots(chart.view, chart.series)
  for (const id of overlays.shown) {
    const scale = comparedPair(id) && comparedScale(chart, overlays, id)
    if (!scale) continue
    for (let slot = first; slot <= last; slot += columnSlots) {
      const close = overlays.valuesAt(chart.series.timeAt(slot))?.[closeColumn(id)]
      if (!close) continue
      low = Math.min(low, close * scale.factor)
      high = Math.max(high, close * scale.factor)
    }
  }
  return { low, high }
}
