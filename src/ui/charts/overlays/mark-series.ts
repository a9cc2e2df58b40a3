import type { ScatterSeriesOption } from 'echarts/charts'
import type { ChartLayout } from '../layout.ts'
import type { ChartMark } from './data.ts'
import { onGrid, ONE_PATH, PRICES, STILL, type MarkKind } from './overlay.ts'

/** Space of a mark from its candle. */
const MARK_OFFSET_PX = 11
const MARK_SYMBOLS = { pattern: 'circle', break: 'diamond', divergence: 'triangle', decision: 'pin' } as const
const DOWNWARDS = 'path://M0,0L2,0L1,2Z'

/** Where marks of a direction are drawn: beyond the high of the candle if they are bearish, below its low otherwise. */
function markPoints({ series, y, priceAt }: ChartLayout, marks: readonly ChartMark[], isAbove: boolean): Float64Array {
  const points = marks.flatMap(({ at }) => {
    const slot = series.slotOf(at)
    const candle = slot === undefined ? undefined : series.at(slot)
    if (slot === undefined || !candle) return []
    return [slot, priceAt(isAbove ? y(candle.high) - MARK_OFFSET_PX : y(candle.low) + MARK_OFFSET_PX)]
  })
  return Float64Array.from(points)
}

const DIRECTIONS = [
  { direction: 'bullish', color: 'up' },
  { direction: 'bearish', color: 'down' },
  { direction: 'none', color: 'label' },
] as const

/**
 * A series for each direction that has marks in the series, since the marks of a series are one path: as elements they cost
 * several times as much.
 */
export const markSeries = (id: string, kind: MarkKind, layout: ChartLayout, marks: readonly ChartMark[]) =>
  DIRECTIONS.flatMap(({ direction, color }): ScatterSeriesOption[] => {
    const isAbove = direction === 'bearish'
    const ofDirection = marks.filter((mark) => mark.kind === kind && mark.direction === direction)
    const data = markPoints(layout, ofDirection, isAbove)
    if (data.length === 0) return []
    const series: ScatterSeriesOption = {
      ...STILL,
      ...ONE_PATH,
      type: 'scatter',
      id: `${id} ${direction}`,
      ...onGrid(PRICES),
      z: 4,
      dimensions: ['slot', 'price'],
      symbol: isAbove && kind === 'divergence' ? DOWNWARDS : MARK_SYMBOLS[kind],
      symbolSize: kind === 'decision' ? 16 : 9,
      itemStyle: { color: layout.theme[color], borderColor: layout.theme.background, borderWidth: 1 },
      data,
    }
    return [series]
  })
