import { useMemo } from 'react'
import type { CurvePoint } from '#contract/backtests/report.ts'
import { type ThemeName, PALETTES } from '../theme/palettes.ts'
import * as css from './charts.css.ts'
import { OptionChart } from './OptionChart.tsx'
import { formatCount, formatNumber, formatPercent } from '#src/ui/format/number.ts'
import { CANVAS_FONT_PX } from '#src/ui/theme/canvas.ts'
import { type } from '#src/ui/theme/tokens.ts'

/** Space for the labels of the values, in px. */
const LABELS_PX = 56
/** Both grids are equally wide, whatever their labels need. */
const ASIDE = { left: 8, right: LABELS_PX, outerBoundsMode: 'none' }
const SHARES = { equityTop: 8, equityHeight: '62%', drawdownTop: '74%', drawdownBottom: 24 }

/** Values that ECharts hands to a tooltip. */
interface Hovered {
  readonly dataIndex: number
}

const isHovered = (value: unknown): value is Hovered =>
  typeof value === 'object' && value !== null && 'dataIndex' in value && typeof value.dataIndex === 'number'

/** In full as long as there is space, so that close values differ. */
const axisDollars = (value: number): string =>
  `$${Math.abs(value) < 100_000 ? formatNumber(value) : formatCount(Math.round(value))}`

/** The lines of a tooltip: day, equities and drawdowns. */
function tooltipOf(points: readonly CurvePoint[], capital: number): (hovered: unknown) => string {
  return (hovered) => {
    const first: unknown = Array.isArray(hovered) ? hovered[0] : hovered
    const point = isHovered(first) ? points[first.dataIndex] : undefined
    if (!point) return ''
    return [
      point.day,
      `Strategy $${formatNumber(point.equity, 2)} (drawdown ${formatPercent(point.drawdown, 1)})`,
      `Buy and hold $${formatNumber(point.benchmark, 2)} (drawdown ${formatPercent(point.benchmark_drawdown, 1)})`,
      `Cash $${formatNumber(capital, 2)}`,
    ].join('<br>')
  }
}

/** The ECharts option of an equity chart: two grids over one axis of days. */
export function equityOption(points: readonly CurvePoint[], capital: number, theme: ThemeName) {
  const palette = PALETTES[theme]
  const label = { color: palette.textMuted, fontFamily: type.mono, fontSize: CANVAS_FONT_PX }
  const days = points.map(({ day }) => day)
  const xAxis = (gridIndex: number, show: boolean) => ({
    type: 'category',
    gridIndex,
    data: days,
    boundaryGap: false,
    axisLine: { lineStyle: { color: palette.divider } },
    axisTick: { show: false },
    axisLabel: { ...label, show, hideOverlap: true, alignMinLabel: 'left', alignMaxLabel: 'right' },
  })
  const yAxis = (gridIndex: number, formatter: (value: number) => string, bounds: object) => ({
    type: 'value',
    gridIndex,
    position: 'right',
    splitNumber: gridIndex === 0 ? 4 : 2,
    splitLine: { lineStyle: { color: palette.divider } },
    axisLabel: { ...label, formatter },
    ...bounds,
  })
  const line = (name: string, axis: number, data: readonly number[], color: string, style: object = {}) => ({
    type: 'line',
    name,
    xAxisIndex: axis,
    yAxisIndex: axis,
    data,
    showSymbol: false,
    sampling: 'lttb',
    color,
    lineStyle: { width: 1.5, color, ...style },
    emphasis: { disabled: true },
  })
  const below = (name: string, read: (point: CurvePoint) => number, color: string) => ({
    ...line(
      name,
      1,
      points.map((point) => -read(point)),
      color,
    ),
    sampling: 'min',
  })
  return {
    animation: false,
    grid: [
      { ...ASIDE, top: SHARES.equityTop, height: SHARES.equityHeight },
      { ...ASIDE, top: SHARES.drawdownTop, bottom: SHARES.drawdownBottom },
    ],
    axisPointer: { link: [{ xAxisIndex: 'all' }], lineStyle: { color: palette.line } },
    tooltip: {
      trigger: 'axis',
      confine: true,
      transitionDuration: 0,
      backgroundColor: palette.raised,
      borderColor: palette.divider,
      textStyle: { color: palette.text, fontFamily: type.mono, fontSize: CANVAS_FONT_PX },
      formatter: tooltipOf(points, capital),
    },
    xAxis: [xAxis(0, false), xAxis(1, true)],
    yAxis: [yAxis(0, axisDollars, { scale: true }), yAxis(1, (value) => formatPercent(value), { max: 0 })],
    series: [
      line(
        'Buy and hold',
        0,
        points.map(({ benchmark }) => benchmark),
        palette.textMuted,
      ),
      line(
        'Cash',
        0,
        points.map(() => capital),
        palette.textMuted,
        { type: 'dashed', width: 1 },
      ),
      line(
        'Strategy',
        0,
        points.map(({ equity }) => equity),
        palette.accent,
        { width: 2 },
      ),
      below('Drawdown of buy and hold', ({ benchmark_drawdown: drawdown }) => drawdown, palette.textMuted),
      { ...below('Drawdown', ({ drawdown }) => drawdown, palette.downMark), areaStyle: { opacity: 0.16 } },
    ],
  }
}

export interface EquityChartProps {
  /** Oldest first. */
  readonly points: readonly CurvePoint[]
  readonly capital: number
  readonly theme: ThemeName
  /** The same in words. */
  readonly label: string
}

/** Equity beside buying and holding and cash, with the drawdowns below, by day. */
export function EquityChart({ points, capital, theme, label }: EquityChartProps) {
  const option = useMemo(() => equityOption(points, capital, theme), [points, capital, theme])
  return <OptionChart option={option} theme={theme} className={css.chart} label={label} />
}
