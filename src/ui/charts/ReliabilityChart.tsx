import { useMemo } from 'react'
import type { ReliabilityBin } from '#contract/score-card/schema.ts'
import type { ThemeName } from '../theme/palettes.ts'
import { OptionChart } from './OptionChart.tsx'
import * as css from './reliability-chart.css.ts'
import { binText, reliabilityOption } from './reliability-option.ts'

interface ReliabilityChartProps {
  /** By rising claim. */
  readonly bins: readonly ReliabilityBin[]
  readonly theme: ThemeName
}

/** How often claims of each size held. */
export default function ReliabilityChart({ bins, theme }: ReliabilityChartProps) {
  const option = useMemo(() => reliabilityOption(bins, theme), [bins, theme])
  const label = `Reliability: ${bins.map(binText).join('; ')}`
  return <OptionChart option={option} theme={theme} className={css.chart} label={label} />
}
