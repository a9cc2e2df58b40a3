import { LineChart } from 'echarts/charts'
import { AxisPointerComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { init, use, type EChartsCoreOption } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { loadFont, observeSize } from '../screen/canvas.ts'
import { canvasFont, canvasTheme } from '../theme/canvas.ts'
import type { ThemeName } from '../theme/palettes.ts'

use([LineChart, GridComponent, TooltipComponent, AxisPointerComponent, CanvasRenderer])

export interface OptionChartProps {
  /** Of lines and grids. Stable while nothing changes. */
  readonly option: EChartsCoreOption
  readonly theme: ThemeName
  readonly className: string
  /** The same in words. */
  readonly label: string
}

type Chart = ReturnType<typeof init>

/** A chart of lines that follows the size of its figure. */
export function OptionChart({ option, theme, className, label }: OptionChartProps) {
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
    const show = () => chart.current?.setOption(option, { notMerge: true })
    show()
    loadFont(canvasFont(canvasTheme(theme)), show)
  }, [option, theme])
  return <figure ref={host} className={className} aria-label={label} />
}
