import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { TradingSearch } from './search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Details were opened from their list, so that the previous history entry is the list. */
    isOpenedHere?: boolean
  }
}

/** The search params of the trading screen, and functions to change them. */
export interface TradingAddress {
  readonly search: TradingSearch
  readonly filter: (part: Omit<TradingSearch, 'strategy'>) => void
  readonly open: (strategy: string) => void
  readonly close: () => void
}

/** State in the address. Opening a strategy adds a history entry; filtering does not. */
export function useAddress(): TradingAddress {
  const search = useSearch({ from: '/guarded/trading' })
  const navigate = useNavigate({ from: '/trading' })
  const { history } = useRouter()
  return useMemo(() => {
    const replace = (part: TradingSearch) =>
      void navigate({ search: (current) => ({ ...current, ...part }), replace: true, resetScroll: false })
    return {
      search,
      filter: replace,
      open: (strategy) =>
        void navigate({
          search: (current) => ({ ...current, strategy }),
          state: { isOpenedHere: true },
          resetScroll: false,
        }),
      close: () => {
        if (history.location.state.isOpenedHere === true) history.back()
        else replace({ strategy: undefined })
      },
    }
  }, [search, navigate, history])
}
