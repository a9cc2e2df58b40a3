import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { MonitoringSearch } from './search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The stream was opened from the grid: the entry before is the grid. */
    isOpenedHere?: boolean
  }
}

/** What the address says, and the ways to change it. */
export interface UrlState {
  readonly search: MonitoringSearch
  readonly filter: (part: Pick<MonitoringSearch, 'category' | 'status' | 'q'>) => void
  readonly setPath: (path: string) => void
  readonly open: (stream: string) => void
  readonly close: () => void
}

/** The address of the browser. Opening a stream or choosing a filter is a step that Back takes back; what is typed is none. */
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
