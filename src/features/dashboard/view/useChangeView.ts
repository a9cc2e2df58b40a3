import { useCallback } from 'react'
import { usePreferences } from '#src/app/services.ts'
import { useAddressChange } from '#src/app/use-address.ts'
import { useDashboardView } from '#src/app/use-dashboard-view.ts'
import type { DashboardView } from '#src/streams/index.ts'
import type { DashboardSearch } from '../search.ts'
import { searchOf } from './address.ts'

/** Chooses another pair or timeframe: a step in the history, stored for the next visit. */
export function useChangeView(): (part: Partial<DashboardView>) => void {
  const view = useDashboardView()
  const [, setPreferences] = usePreferences()
  const { push } = useAddressChange<DashboardSearch>()
  return useCallback(
    (part) => {
      const search = searchOf({ ...view, ...part })
      setPreferences({ view: search })
      push({ ...search, at: undefined })
    },
    [view, setPreferences, push],
  )
}
