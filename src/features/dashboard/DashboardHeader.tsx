import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { throttleTime } from 'rxjs'
import { DEFAULT_PAIR } from '#contract/pairs.ts'
import { useServices } from '#src/app/services.ts'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { formatPrice } from '#src/ui/format/number.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { isPriceLive } from './chart/candle-clock.ts'

const THROTTLE_MS = 1_000

/** The dashboard's heading; the title of the tab leads with the price while it is live, so that it is read from elsewhere. */
export function DashboardHeader() {
  const { candles, market$ } = useServices().streams
  const window$ = useMemo(
    () => candles.window$.pipe(throttleTime(THROTTLE_MS, undefined, { leading: true, trailing: true })),
    [candles],
  )
  const shown = useObservableEagerState(window$)
  const market = useObservableEagerState(market$)
  const now = useNow()
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
