import { useServices } from '#src/services.ts'
import type { PriceZone } from '#src/ui/charts/zones.ts'
import { LiveChartCard } from './chart/LiveChartCard.tsx'
import { ComparisonCard } from './ComparisonCard.tsx'
import { DashboardLayout } from './DashboardLayout.tsx'

const NO_ZONES: readonly PriceZone[] = []

export default function DashboardScreen() {
  const { config, streams } = useServices()
  return (
    <DashboardLayout
      chart={<LiveChartCard candles={streams.candles} market$={streams.market$} zones={NO_ZONES} />}
      comparison={<ComparisonCard src={config.comparison} />}
    />
  )
}
