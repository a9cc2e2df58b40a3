import type { ReactNode } from 'react'
import { PageHeader } from '#src/ui/display/PageHeader.tsx'
import * as css from './DashboardLayout.css.ts'

export interface DashboardLayoutProps {
  /** Says what is shown from an earlier visit; beside the title, where it moves nothing. */
  readonly kept?: ReactNode
  readonly chart: ReactNode
  /** Analysis cards; the column is absent while there are none. */
  readonly aside?: ReactNode
  /** The model panel. */
  readonly models?: ReactNode
  readonly comparison: ReactNode
}

export function DashboardLayout({ kept, chart, aside, models, comparison }: DashboardLayoutProps) {
  return (
    <div className={css.screen}>
      <PageHeader
        title="Trading Dashboard"
        subtitle="Live BTC/USD market data and what it comes to"
        documentTitle="Dashboard"
      />
      <div className={css.kept}>{kept}</div>
      <div className={css.columns} data-aside={aside !== undefined}>
        <div className={css.chart}>{chart}</div>
        {aside === undefined ? null : <div className={css.aside}>{aside}</div>}
        {models === undefined ? null : <div className={css.models}>{models}</div>}
        <div className={css.comparison}>{comparison}</div>
      </div>
    </div>
  )
}
