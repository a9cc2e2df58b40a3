import { useObservableState } from 'observable-hooks'
import { useMemo } from 'react'
import { useServices } from '#src/services.ts'
import { hearMarket } from './marketClock.ts'
import type { HeardMarket } from './marketClock.ts'

/** What the server last said of its market, and when; undefined until it has. */
export function useMarket(): HeardMarket | undefined {
  const { market$ } = useServices().streams
  return useObservableState(useMemo(() => hearMarket(market$), [market$]))
}
