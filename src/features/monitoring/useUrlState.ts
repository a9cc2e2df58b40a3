import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { MonitoringSearch } from './search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The stream was opened from the grid, so that the previous history entry is the grid. */
    isOpenedHere?: boolean
  }
}

/** Search params and functions to change them. */
export interface UrlState {
  readonly search: MonitoringSearch
  readonly filter: (part: Pick<MonitoringSearch, 'category' | 'status' | 'q'>) => void
  readonly setPath: (path: string) => void
  readonly open: (stream: string) => void
  readonly close: () => void
}

/** State in the URL. Opening a stream or choosing a filter adds a history entry; typing does not. */
export function useUrlState(): UrlState {
  const search = useSearch({ from: '/guarded/monitoring' })
  const navigate = useNavigate({ from: '/monitoring' })
  const { history } = useRouter()
  const change = useCallback(
    (part: MonitoringSearch, replace: boolean) =>
      void navigate({ search: (current) => ({ ...current, ...part }), replace, state: true, resetScroll: false }),
    [navigate],
  )
  const filter = useCallback((part: MonitoringSearch) => change(part, 'q' in part), [change])
  const setPath = useCallback((path: string) => change({ path: path === '' ? undefined : path }, true), [change])
  const open = useCallback(
    (stream: string) =>
      void navigate({
        search: (current) => ({ ...current, stream }),
        state: { isOpenedHere: true },
        resetScroll: false,
      }),
    [navigate],
  )
  const close = useCallback(() => {
    if (history.location.state.isOpenedHere === true) history.back()
    else change({ stream: undefined, path: undefined }, true)
  }, [history, change])
  return { search, filter, setPath, open, close }
}
