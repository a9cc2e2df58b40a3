import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { PairId } from '#contract/pairs.ts'
import { DEFAULT_TIMEFRAME, toInterval } from '#contract/timeframes.ts'
import { goBack } from '#src/app/use-address.ts'
import { NO_DETAIL, type DetailSearch, type TradingSearch } from './search.ts'

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
  /** Leaves for the page of a strategy. */
  readonly openPage: (strategy: string) => void
  /** Shows another tab or version of the open strategy: a history entry. */
  readonly show: (part: Pick<TradingSearch, 'tab' | 'version' | 'against'>) => void
  /** Puts no backtest's strategy and no order on paper any more. */
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

/** The ways to other pages. */
function useLeaving() {
  const navigate = useNavigate()
  return useMemo(
    () => ({
      openBacktests: () => void navigate({ to: '/trading/backtests' }),
      openBacktest: (backtest: string) => void navigate({ to: '/trading/backtests', search: { backtest } }),
      openChart: (pair: PairId, at: number) =>
        void navigate({ to: '/dashboard', search: { pair, tf: toInterval(DEFAULT_TIMEFRAME), at: toMinute(at) } }),
      openDashboard: () => void navigate({ to: '/dashboard' }),
      openPage: (id: string) => void navigate({ to: '/trading/strategies/$id', params: { id } }),
    }),
    [navigate],
  )
}

/** State in the address of the trading screen. */
export function useAddress(): TradingAddress {
  const search = useSearch({ from: '/guarded/trading' })
  const navigate = useNavigate({ from: '/trading' })
  const { history } = useRouter()
  const leaving = useLeaving()
  const changes = useMemo((): Omit<TradingAddress, 'search' | keyof typeof leaving> => {
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
      closePaper: () => replace({ from_backtest: undefined, order: undefined }),
      close: () => {
        const entries = sinceList()
        if (entries === undefined) replace(NO_DETAIL)
        else goBack(history, entries)
      },
    }
  }, [navigate, history])
  return useMemo(() => ({ search, ...changes, ...leaving }), [search, changes, leaving])
}

/** State in the address of a strategy's page. */
export function useStrategyAddress(): TradingAddress & { readonly id: string } {
  const { id } = useParams({ from: '/guarded/trading/strategies/$id' })
  const search = useSearch({ from: '/guarded/trading/strategies/$id' })
  const navigate = useNavigate({ from: '/trading/strategies/$id' })
  const leaving = useLeaving()
  return useMemo(() => {
    const change = (part: DetailSearch, replace: boolean) =>
      void navigate({ search: (current) => ({ ...current, ...part }), replace, resetScroll: false })
    const toList = () => void navigate({ to: '/trading' })
    return {
      id,
      search: { ...search, strategy: id },
      filter: ({ type, hours }) => change({ type, hours }, true),
      browse: toList,
      open: (strategy, decision) =>
        void navigate({ to: '/trading/strategies/$id', params: { id: strategy }, search: { decision } }),
      show: (part) => change({ tab: undefined, version: undefined, against: undefined, ...part }, false),
      closePaper: toList,
      close: toList,
      ...leaving,
    }
  }, [id, search, navigate, leaving])
}
