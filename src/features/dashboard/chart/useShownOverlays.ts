import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { usePreferences } from '#src/app/services.ts'
import { useAddressChange } from '#src/app/use-address.ts'
import { comparedPair } from '#src/ui/charts/overlays/comparison.ts'
import { dashboardSearch, parseIndicators, type DashboardSearch } from '../search.ts'

const NONE: readonly string[] = []

/**
 * Ids of what is drawn beside the candles, and what changes them. A link may say them: they are shown instead of the user's own
 * until something is changed, which is then kept.
 */
export function useShownOverlays(): readonly [readonly string[], (next: readonly string[]) => void] {
  const [{ overlays: own = NONE }, setPreferences] = usePreferences()
  const linked = useSearch({ strict: false, select: (raw) => dashboardSearch(raw).indicators })
  const { replace } = useAddressChange<DashboardSearch>()
  const shown = useMemo(() => (linked === undefined ? own : parseIndicators(linked)), [linked, own])
  const show = useCallback(
    (next: readonly string[]) => {
      // Two pairs have no prices in common, but changes.
      const begins = next.some((id) => comparedPair(id)) && !shown.some((id) => comparedPair(id))
      setPreferences({ overlays: [...next], ...(begins && { chartScale: 'percent' }) })
      if (linked !== undefined) replace({ indicators: undefined })
    },
    [setPreferences, shown, linked, replace],
  )
  return [shown, show]
}
