import { useObservableEagerState, useObservableState } from 'observable-hooks'
import { createContext, useContext, useMemo, useState } from 'react'
import { Subject, type Observable } from 'rxjs'
import type { Strategies } from '#src/app/services.ts'
import { marketTime, type MarketReading, type Poll, type StrategyPolled } from '#src/streams/index.ts'
import { useNow } from '#src/ui/format/useNow.ts'

/** What every part of the trading screen works with. */
export interface Desk extends Strategies {
  /** Whether this user's role lets them create, change, delete and evaluate. */
  readonly mayAct: boolean
  readonly market$: Observable<MarketReading | undefined>
}

export const DeskContext = createContext<Desk | undefined>(undefined)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('useDesk outside of DeskContext')
  return desk
}

const ROLE_NEEDED = 'Needs the Trader role'

/** What a button wears that changes something: Viewers see it, disabled, and are told why. */
export function usePermission(title?: string) {
  const { mayAct } = useDesk()
  return mayAct ? { disabled: false, title } : { disabled: true, title: ROLE_NEEDED }
}

const NOTHING_YET = { value: undefined, at: undefined, failure: undefined, isAsking: true } as const

export interface Polling<T> extends StrategyPolled<T> {
  /** Asks at once. */
  readonly again: () => void
}

/** What a poll has brought so far. It begins anew with another `poll`, so keep that one stable. */
export function usePoll<T>(poll: Poll<T>): Polling<T> {
  const [again$] = useState(() => new Subject<void>())
  const polled$ = useMemo(() => poll(again$), [poll, again$])
  const polled = useObservableState<StrategyPolled<T>>(polled$, NOTHING_YET)
  return { ...polled, again: () => again$.next() }
}

/** Market time now, unix ms: what decisions are dated by. Wall time until the server has told of its market. */
export function useMarketNow(): number {
  const reading = useObservableEagerState(useDesk().market$)
  const now = useNow()
  return reading === undefined ? now : marketTime(reading, now)
}
