import { useObservableEagerState } from 'observable-hooks'
import { DEFAULT_PAIR } from '#contract/pairs.ts'
import { useServices } from '#src/app/services.ts'
import { marketDisplayMs } from '#src/streams/index.ts'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { formatPrice } from '#src/ui/format/number.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { useSampled } from '#src/ui/format/useSampled.ts'
import { isPriceLive } from './chart/candle-clock.ts'

/** The dashboard's heading; the title of the tab leads with the price while it is live, so that it is read from elsewhere. */
export function DashboardHeader() {
  const { candles, market$ } = useServices().streams
  const market = useObservableEagerState(market$)
  const now = useNow(marketDisplayMs(market))
  const shown = useSampled(candles.window$, now)
  const last = shown.candles.at(-1)
  const price = last && isPriceLive(shown, market, now) ? `${formatPrice(last.close, DEFAULT_PAIR)} · ` : ''
  return (
    <PageHeader
      title="Trading Dashboard"
      subtitle="Live BTC/USD market data and analysis"
      documentTitle={`${price}Dashboard`}
    />
  )
}
