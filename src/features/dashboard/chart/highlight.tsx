import { useSearch } from '@tanstack/react-router'
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import type { Timeframe } from '#contract/timeframes.ts'
import { useDashboardView } from '#src/app/use-dashboard-view.ts'
import { dashboardSearch } from '../search.ts'
import { useChangeView } from '../view/useChangeView.ts'
import { LIVE_CHART_ID } from './live-chart-id.ts'
import type { ChartHighlight } from '#src/ui/charts/series.ts'

/** What a figure of a card is about, on the chart. */
export interface ChartTarget {
  readonly highlight: ChartHighlight
  /** The timeframe that it was found on; undefined for what every timeframe shows. */
  readonly timeframe?: Timeframe | undefined
}

interface ChartPointer {
  /** Marks it while it is on the chart of this timeframe. */
  readonly show: (target: ChartTarget) => void
  /** The same, on the chart of its own timeframe, which is scrolled into view. */
  readonly bring: (target: ChartTarget) => void
  readonly hide: () => void
}

const noop = (): void => undefined
const PointerContext = createContext<ChartPointer>({ show: noop, bring: noop, hide: noop })
const HighlightContext = createContext<ChartHighlight | undefined>(undefined)

/** Marks figures of the cards on the chart. */
export const useChartPointer = (): ChartPointer => useContext(PointerContext)

/** What the chart has to mark: what a card points at, or else the minute that the address names. */
export function useChartHighlight(): ChartHighlight | undefined {
  const pointed = useContext(HighlightContext)
  const at = useSearch({ strict: false, select: (raw) => dashboardSearch(raw).at })
  const addressed = useMemo(
    (): ChartHighlight | undefined =>
      at === undefined ? undefined : { kind: 'candle', at: Date.parse(at) / 1000, label: at },
    [at],
  )
  return pointed ?? addressed
}

function scrollToChart(): void {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  document.getElementById(LIVE_CHART_ID)?.scrollIntoView({ block: 'nearest', behavior })
}

/** Lets the cards below point at the chart. What one pair's card points at is not marked on another pair's chart. */
export function ChartHighlightProvider({ children }: { readonly children: ReactNode }) {
  const { pair, timeframe } = useDashboardView()
  const change = useChangeView()
  const [shown, setShown] = useState<{ readonly target: ChartTarget; readonly pair: string }>()
  const pointer = useMemo(
    (): ChartPointer => ({
      show: (target) => setShown({ target, pair }),
      bring(target) {
        setShown({ target, pair })
        if (target.timeframe !== undefined && target.timeframe !== timeframe) change({ timeframe: target.timeframe })
        scrollToChart()
      },
      hide: () => setShown(undefined),
    }),
    [pair, timeframe, change],
  )
  const isOnChart =
    shown?.pair === pair && (shown.target.timeframe === undefined || shown.target.timeframe === timeframe)
  return (
    <PointerContext value={pointer}>
      <HighlightContext value={isOnChart ? shown.target.highlight : undefined}>{children}</HighlightContext>
    </PointerContext>
  )
}
