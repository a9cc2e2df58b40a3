import { LineChart } from 'echarts/charts'
import { AxisPointerComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { init, use, type EChartsCoreOption } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { CurvePoint } from '#contract/backtests/report.ts'
import { loadFont, observeSize } from '../screen/canvas.ts'
import { canvasFont, canvasTheme } from '../theme/canvas.ts'
import type { ThemeName } from '../theme/palettes.ts'
import * as css from './equity-chart.css.ts'
import { equityOption } from './equity-option.ts'

use([LineChart, GridComponent, TooltipComponent, AxisPointerComponent, CanvasRenderer])

export interface EquityChartProps {
  /** Oldest first. */
  readonly points: readonly CurvePoint[]
  readonly capital: number
  readonly theme: ThemeName
  /** The same in words. */
  readonly label: string
}

type Chart = ReturnType<typeof init>

/** Equity beside buying and holding and cash, with the drawdowns below, by day. */
export function EquityChart({ points, capital, theme, label }: EquityChartProps) {
  const host = useRef<HTMLElement>(null)
  const chart = useRef<Chart>(undefined)
  useLayoutEffect(() => {
    if (!host.current) return undefined
    const created = init(host.current)
    chart.current = created
    const controller = new AbortController()
    observeSize(host.current, controller.signal, () => created.resize())
    return () => {
      controller.abort()
      created.dispose()
    }
  }, [])
  useEffect(() => {
    const option: EChartsCoreOption = equityOption(points, capital, theme)
    const show = () => chart.current?.setOption(option, { notMerge: true })
    show()
    loadFont(canvasFont(canvasTheme(theme)), show)
  }, [points, capital, theme])
  return <figure ref={host} className={css.chart} aria-label={label} />
}
