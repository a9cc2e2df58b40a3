import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAddressChange } from '#src/app/use-address.ts'
import type { MonitoringSearch } from './search.ts'

/** Search params and functions to change them. */
export interface UrlState {
  readonly search: MonitoringSearch
  readonly filter: (part: Pick<MonitoringSearch, 'category' | 'status' | 'q'>) => void
  readonly setPath: (path: string) => void
  readonly setView: (view: MonitoringSearch['view']) => void
  readonly open: (stream: string) => void
  readonly close: () => void
}

/** State in the URL. Opening a stream or choosing a filter adds a history entry; typing does not. */
export function useUrlState(): UrlState {
  const search = useSearch({ from: '/guarded/monitoring' })
  const { open, push, replace, close } = useAddressChange<MonitoringSearch>()
  return useMemo(
    () => ({
      search,
      filter: (part) => ('q' in part ? replace : push)(part),
      setPath: (path) => replace({ path: path === '' ? undefined : path, view: 'json' }),
      setView: (view) => replace({ view }),
      open: (stream) => open({ stream }),
      close: () => close({ stream: undefined, view: undefined, path: undefined }),
    }),
    [search, open, push, replace, close],
  )
}
