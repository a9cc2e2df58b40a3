import { useObservableEagerState } from 'observable-hooks'
import { createContext, useContext } from 'react'
import type { Observable } from 'rxjs'
import type { Strategies } from '#src/app/services.ts'
import { marketDisplayMs, marketTime, type MarketSnapshot, type Streams } from '#src/streams/index.ts'
import type { TradingAddress } from './useAddress.ts'
import { useNow } from '#src/ui/format/useNow.ts'

/** Dependencies of the trading screen's components. */
export interface TradingContextValue extends Strategies {
  /** Whether the user's role allows creating, changing, deleting and backtesting strategies. */
  readonly canEdit: boolean
  readonly address: TradingAddress
  readonly market$: Observable<MarketSnapshot | undefined>
  readonly pairFigures$: Streams['pairFigures$']
  readonly records: Pick<Streams['records'], 'category'>
}

export const TradingContext = createContext<TradingContextValue | undefined>(undefined)

export function useTradingContext(): TradingContextValue {
  const value = useContext(TradingContext)
  if (!value) throw new Error('useTradingContext outside of TradingContext')
  return value
}

/** Current market time, unix ms, the clock of decisions. Wall time until the server has reported its market. */
export function useMarketNow(): number {
  const reading = useObservableEagerState(useTradingContext().market$)
  const now = useNow(marketDisplayMs(reading))
  return reading === undefined ? now : marketTime(reading, now)
}
