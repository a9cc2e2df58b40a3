import type { ReactNode } from 'react'
import { onChart } from './OnChart.css.ts'
import { useChartPointer, type ChartTarget } from './highlight.tsx'

export interface OnChartProps {
  readonly target: ChartTarget
  readonly id?: string
  /** The figure. */
  readonly children: ReactNode
}

/** A figure of a card that is marked on the chart while it has the focus, and brought into view when it is pressed. */
export function OnChart({ target, id, children }: OnChartProps) {
  const { show, bring, hide } = useChartPointer()
  return (
    <button
      type="button"
      id={id}
      className={onChart}
      title="Show on the chart"
      onFocus={() => show(target)}
      onBlur={hide}
      onClick={() => bring(target)}
    >
      {children}
    </button>
  )
}
