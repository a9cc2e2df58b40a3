import { useObservableEagerState } from 'observable-hooks'
import { DEFAULT_PAIR, PAIRS } from '#contract/pairs.ts'
import { useServices } from '#src/app/services.ts'
import { useDashboardView } from '#src/app/use-dashboard-view.ts'
import { marketDisplayMs } from '#src/streams/index.ts'
import { PageHeader, type PageHeaderProps } from '#src/ui/cards/PageHeader.tsx'
import { formatPrice } from '#src/ui/format/number.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { useSampled } from '#src/ui/format/useSampled.ts'
import { isPriceLive } from './chart/candle-clock.ts'

/** The dashboard's heading; the title of the tab leads with the price while it is live, so that it is read from elsewhere. */
export function DashboardHeader({ actions, bar }: Pick<PageHeaderProps, 'actions' | 'bar'>) {
  const { candles, market$ } = useServices().streams
  const { pair } = useDashboardView()
  const market = useObservableEagerState(market$)
  const now = useNow(marketDisplayMs(market))
  const shown = useSampled(candles.window$, now)
  const last = shown.view.pair === pair ? shown.candles.at(-1) : undefined
  const { label } = PAIRS[pair]
  const name = pair === DEFAULT_PAIR ? '' : ` ${label}`
  const price = last && isPriceLive(shown, market, now) ? `${formatPrice(last.close, pair)}${name} · ` : ''
  return (
    <PageHeader
      title="Trading Dashboard"
      subtitle={`Live ${label} market data and analysis`}
      actions={actions}
      bar={bar}
      documentTitle={`${price}Dashboard`}
    />
  )
}
