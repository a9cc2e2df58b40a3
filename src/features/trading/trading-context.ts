import { useObservableEagerState } from 'observable-hooks'
import { createContext, use, useContext, useMemo } from 'react'
import type { Observable } from 'rxjs'
import { roleReaches } from '#contract/roles.ts'
import { useServices, useSession, type Strategies } from '#src/app/services.ts'
import { useAllPairs } from '#src/app/use-dashboard-view.ts'
import { sessionUser } from '#src/machines/session/selectors.ts'
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

/** The context of a trading page with this address. Suspends until the services are loaded. */
export function useTrading(address: TradingAddress): TradingContextValue {
  const { strategies, streams } = useServices()
  useAllPairs()
  const role = useSession((snapshot) => sessionUser(snapshot)?.role)
  const { feeds, commands, backtests, paper, wizard, drafts } = use(strategies())
  const canEdit = role !== undefined && roleReaches(role, 'Trader')
  return useMemo(
    () => ({
      feeds,
      commands,
      backtests,
      paper,
      wizard,
      drafts,
      canEdit,
      address,
      market$: streams.market$,
      pairFigures$: streams.pairFigures$,
      records: streams.records,
    }),
    [feeds, commands, backtests, paper, wizard, drafts, canEdit, address, streams],
  )
}

/** Current market time, unix ms, the clock of decisions. Wall time until the server has reported its market. */
export function useMarketNow(): number {
  const reading = useObservableEagerState(useTradingContext().market$)
  const now = useNow(marketDisplayMs(reading))
  return reading === undefined ? now : marketTime(reading, now)
}
