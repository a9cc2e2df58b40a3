import { useObservableState } from 'observable-hooks'
import { useMemo } from 'react'
import { catchError, defer, of, startWith, switchMap, type Observable } from 'rxjs'
import { useServices } from '#src/app/services.ts'
import type { DashboardView } from '#src/streams/index.ts'
import type { ChartOverlays } from '#src/ui/charts/overlays/data.ts'
import { useClock } from '#src/ui/format/useNow.ts'
import type { OverlayData } from './chart-overlays.ts'

/** What the overlays with these ids draw; undefined while none is shown or their code is not loaded. */
export function useChartOverlays(view: DashboardView, shown: readonly string[]): ChartOverlays | undefined {
  const services = useServices()
  const now = useClock()
  const isUsed = shown.length > 0
  const { pair, timeframe } = view
  const data$ = useMemo((): Observable<OverlayData | undefined> => {
    if (!isUsed) return of(undefined)
    return defer(() => import('./chart-overlays.ts')).pipe(
      switchMap(({ overlayData }) => overlayData(services, { pair, timeframe }, now)),
      startWith(undefined),
      catchError(() => of(undefined)),
    )
  }, [services, pair, timeframe, isUsed, now])
  const data = useObservableState(data$, undefined)
  return useMemo(() => (data && shown.length > 0 ? { ...data, shown } : undefined), [data, shown])
}
