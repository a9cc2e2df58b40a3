import type { ReactNode } from 'react'
import { useServices } from '#src/app/services.ts'
import { ChartHighlightProvider } from './chart/highlight.tsx'
import { MarketAnalytics } from './analytics/MarketAnalytics.tsx'
import { LiveChart } from './chart/LiveChartCard.tsx'
import { ComparisonCard } from './ComparisonCard.tsx'
import { DashboardHeader } from './DashboardHeader.tsx'
import { DashboardLayout } from './DashboardLayout.tsx'
import { CachedBadge } from './cached/CachedBadge.tsx'
import { CardAddressContext, useRoutedCardAddress } from './detail/card-address.ts'
import { CardScoresProvider } from './scores/CardScoresProvider.tsx'
import { PairChoice, TimeframeChoice } from './view/ViewBar.tsx'
import { ViewNote } from './view/ViewNote.tsx'

/** `models`: content of the model panel. */
export default function DashboardScreen({ models }: { readonly models: ReactNode }) {
  const { config } = useServices()
  return (
    <ChartHighlightProvider>
      <DashboardLayout
        header={<DashboardHeader actions={<PairChoice />} bar={<TimeframeChoice />} />}
        note={<ViewNote />}
        cachedBadge={<CachedBadge />}
        chart={<LiveChart />}
        analytics={
          <CardAddressContext value={useRoutedCardAddress()}>
            <CardScoresProvider>
              <MarketAnalytics />
            </CardScoresProvider>
          </CardAddressContext>
        }
        models={models}
        comparison={<ComparisonCard src={config.comparison} />}
      />
    </ChartHighlightProvider>
  )
}
