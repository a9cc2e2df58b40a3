import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { PairId } from '#contract/pairs.ts'
import { DEFAULT_TIMEFRAME, toInterval } from '#contract/timeframes.ts'
import { goBack } from '#src/app/use-address.ts'
import { NO_DETAIL, type TradingSearch } from './search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many history entries ago the list was, if the details were opened from it. */
    entriesSinceList?: number
  }
}

/** The search params of the trading screen, and functions to change them. */
export interface TradingAddress {
  readonly search: TradingSearch
  /** Filters the list or the past decisions: no history entry. */
  readonly filter: (part: Omit<TradingSearch, 'strategy'>) => void
  /** Sorts or pages the table, chooses its columns, or another view: a history entry. */
  readonly browse: (part: Pick<TradingSearch, 'view' | 'sort' | 'page' | 'hide'>) => void
  /** Opens the details of a strategy, with one of its decisions explained: a history entry. */
  readonly open: (strategy: string, decision?: string) => void
  /** Shows another tab or version of the open strategy: a history entry. */
  readonly show: (part: Pick<TradingSearch, 'tab' | 'version' | 'against'>) => void
  /** Puts no backtest's strategy on paper any more. */
  readonly closePaper: () => void
  /** Goes back to the list. */
  readonly close: () => void
  /** Leaves for the list of backtests. */
  readonly openBacktests: () => void
  /** Leaves for a backtest. */
  readonly openBacktest: (backtest: string) => void
  /** Leaves for the dashboard, with a candle of a pair marked on the chart; `at` in unix ms. */
  readonly openChart: (pair: PairId, at: number) => void
  /** Leaves for the dashboard. */
  readonly openDashboard: () => void
}

/** A time as addresses spell it: 2026-11-22T19:53Z. */
const toMinute = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`

/** State in the address. */
export function useAddress(): TradingAddress {
  const search = useSearch({ from: '/guarded/trading' })
  const navigate = useNavigate({ from: '/trading' })
  const { history } = useRouter()
  const changes = useMemo((): Omit<TradingAddress, 'search'> => {
    const replace = (part: TradingSearch) =>
      void navigate({
        search: (current) => ({ ...current, ...part }),
        state: (current) => current,
        replace: true,
        resetScroll: false,
      })
    const push = (part: TradingSearch, entriesSinceList: number | undefined) =>
      void navigate({
        search: (current) => ({ ...current, ...part }),
        state: entriesSinceList === undefined ? {} : { entriesSinceList },
        resetScroll: false,
      })
    const sinceList = () => history.location.state.entriesSinceList
    return {
      filter: replace,
      browse: (part) => push(part, undefined),
      open: (strategy, decision) => push({ ...NO_DETAIL, strategy, decision }, 1),
      show: (part) => {
        const entries = sinceList()
        push({ tab: undefined, version: undefined, against: undefined, ...part }, entries && entries + 1)
      },
      closePaper: () => replace({ from_backtest: undefined }),
      openBacktests: () => void navigate({ to: '/trading/backtests' }),
      openBacktest: (backtest) => void navigate({ to: '/trading/backtests', search: { backtest } }),
      openChart: (pair, at) =>
        void navigate({ to: '/dashboard', search: { pair, tf: toInterval(DEFAULT_TIMEFRAME), at: toMinute(at) } }),
      openDashboard: () => void navigate({ to: '/dashboard' }),
      close: () => {
        const entries = sinceList()
        if (entries === undefined) replace(NO_DETAIL)
        else goBack(history, entries)
      },
    }
  }, [navigate, history])
  return useMemo(() => ({ search, ...changes }), [search, changes])
}
