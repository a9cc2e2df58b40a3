import { useObservableEagerState } from 'observable-hooks'
import { useMemo, type ReactNode } from 'react'
import { map } from 'rxjs'
import { usePreferences, useServices } from '#src/app/services.ts'
import { cardData } from './analytics/card-data.ts'
import { LEVELS } from './analytics/LiveCards.tsx'
import { MarketAnalytics } from './analytics/MarketAnalytics.tsx'
import { LiveChartCard } from './chart/LiveChartCard.tsx'
import { ComparisonCard } from './ComparisonCard.tsx'
import { DashboardLayout } from './DashboardLayout.tsx'
import { CachedBadge } from './cached/CachedBadge.tsx'
import { chartZones } from './levels/zones.ts'

/** The live chart with the levels of the latest analysis. */
function LiveChart() {
  const { streams } = useServices()
  const zones$ = useMemo(
    () => chartZones(cardData(streams.records, LEVELS).pipe(map(({ model }) => model?.view))),
    [streams],
  )
  const [{ zones: mode = 'zones' }, setPreferences] = usePreferences()
  return (
    <LiveChartCard
      candles={streams.candles}
      market$={streams.market$}
      zones={useObservableEagerState(zones$)}
      mode={mode}
      onModeChange={(zones) => setPreferences({ zones })}
    />
  )
}

/** `models`: content of the model panel. */
export default function DashboardScreen({ models }: { readonly models: ReactNode }) {
  const { config } = useServices()
  return (
    <DashboardLayout
      cachedBadge={<CachedBadge />}
      chart={<LiveChart />}
      analytics={<MarketAnalytics />}
      models={models}
      comparison={<ComparisonCard src={config.comparison} />}
    />
  )
}
