import { useObservableEagerState, useObservableState } from 'observable-hooks'
import { createContext, useContext, useMemo, useState } from 'react'
import { Subject, type Observable } from 'rxjs'
import type { Strategies } from '#src/app/services.ts'
import { marketTime, type MarketSnapshot, type Poll, type StrategyPolled } from '#src/streams/index.ts'
import { useNow } from '#src/ui/format/useNow.ts'

/** Dependencies of the trading screen's components. */
export interface TradingContextValue extends Strategies {
  /** Whether the user's role allows creating, changing, deleting and backtesting strategies. */
  readonly canEdit: boolean
  readonly market$: Observable<MarketSnapshot | undefined>
}

export const TradingContext = createContext<TradingContextValue | undefined>(undefined)

export function useTradingContext(): TradingContextValue {
  const value = useContext(TradingContext)
  if (!value) throw new Error('useTradingContext outside of TradingContext')
  return value
}

const ROLE_NEEDED = 'Needs the Trader role'

/** Props for buttons that change data: disabled with an explanation for Viewers. */
export function usePermission(title?: string) {
  const { canEdit } = useTradingContext()
  return canEdit ? { disabled: false, title } : { disabled: true, title: ROLE_NEEDED }
}

const NOT_LOADED = { value: undefined, at: undefined, failure: undefined, isFetching: true } as const

export interface PolledData<T> extends StrategyPolled<T> {
  /** Fetches immediately. */
  readonly refetch: () => void
}

/** Subscribes to a poll. A new `poll` starts over, so it must be stable across renders. */
export function usePoll<T>(poll: Poll<T>): PolledData<T> {
  const [refetch$] = useState(() => new Subject<void>())
  const polled$ = useMemo(() => poll(refetch$), [poll, refetch$])
  const polled = useObservableState<StrategyPolled<T>>(polled$, NOT_LOADED)
  return { ...polled, refetch: () => refetch$.next() }
}

/** Current market time, unix ms, the clock of decisions. Wall time until the server has reported its market. */
export function useMarketNow(): number {
  const reading = useObservableEagerState(useTradingContext().market$)
  const now = useNow()
  return reading === undefined ? now : marketTime(reading, now)
}
