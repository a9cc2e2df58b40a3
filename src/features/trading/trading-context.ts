import { useObservableEagerState, useObservableState } from 'observable-hooks'
import { createContext, useContext, useMemo, useState } from 'react'
import { Subject, type Observable } from 'rxjs'
import type { Strategies } from '#src/app/services.ts'
import { marketTime, type MarketReading, type Poll, type StrategyPolled } from '#src/streams/index.ts'
import { useNow } from '#src/ui/format/useNow.ts'

/** What every part of the trading screen works with. */
export interface TradingContextValue extends Strategies {
  /** Whether this user's role lets them create, change, delete and evaluate. */
  readonly canEdit: boolean
  readonly market$: Observable<MarketReading | undefined>
}

export const TradingContext = createContext<TradingContextValue | undefined>(undefined)

export function useTradingContext(): TradingContextValue {
  const value = useContext(TradingContext)
  if (!value) throw new Error('useDesk outside of DeskContext')
  return value
}

const ROLE_NEEDED = 'Needs the Trader role'

/** What a button wears that changes something: Viewers see it, disabled, and are told why. */
export function usePermission(title?: string) {
  const { canEdit } = useTradingContext()
  return canEdit ? { disabled: false, title } : { disabled: true, title: ROLE_NEEDED }
}

const NOT_LOADED = { value: undefined, at: undefined, failure: undefined, isFetching: true } as const

export interface PolledData<T> extends StrategyPolled<T> {
  /** Asks at once. */
  readonly refetch: () => void
}

/** What a poll has brought so far. It begins anew with another `poll`, so keep that one stable. */
export function usePoll<T>(poll: Poll<T>): PolledData<T> {
  const [refetch$] = useState(() => new Subject<void>())
  const polled$ = useMemo(() => poll(refetch$), [poll, refetch$])
  const polled = useObservableState<StrategyPolled<T>>(polled$, NOT_LOADED)
  return { ...polled, refetch: () => refetch$.next() }
}

/** Market time now, unix ms: what decisions are dated by. Wall time until the server has told of its market. */
export function useMarketNow(): number {
  const reading = useObservableEagerState(useTradingContext().market$)
  const now = useNow()
  return reading === undefined ? now : marketTime(reading, now)
}
