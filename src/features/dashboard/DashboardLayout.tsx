import type { ReactNode } from 'react'
import { LIVE_CHART_ID } from './chart/live-chart-id.ts'
import * as css from './DashboardLayout.css.ts'

export interface DashboardLayoutProps {
  readonly header: ReactNode
  /** What the address names and this server does not have. */
  readonly note?: ReactNode
  /** Shown beside the title while cached data is displayed; takes no space in the layout. */
  readonly cachedBadge?: ReactNode
  readonly chart: ReactNode
  /** A section with `display: contents`, whose cards name their grid areas; see `analytics.css.ts`. */
  readonly analytics: ReactNode
  /** The model panel. */
  readonly models?: ReactNode
  readonly comparison: ReactNode
}

/** The parts of the dashboard in their documented order, laid out by the available width. */
export function DashboardLayout({
  header,
  note,
  cachedBadge,
  chart,
  analytics,
  models,
  comparison,
}: DashboardLayoutProps) {
  return (
    <div className={css.screen}>
      {header}
      {note}
      <div className={css.cachedBadge}>{cachedBadge}</div>
      <div className={css.container}>
        <div className={css.grid}>
          <div id={LIVE_CHART_ID} className={css.chart}>
            {chart}
          </div>
          {analytics}
          {models === undefined ? null : <div className={css.models}>{models}</div>}
          <div className={css.comparison}>{comparison}</div>
        </div>
      </div>
    </div>
  )
}
