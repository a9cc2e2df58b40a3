import { useMemo } from 'react'
import type { CurvePoint } from '#contract/backtests/report.ts'
import type { ThemeName } from '../theme/palettes.ts'
import * as css from './equity-chart.css.ts'
import { equityOption } from './equity-option.ts'
import { OptionChart } from './OptionChart.tsx'

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
