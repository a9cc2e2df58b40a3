import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { distinctUntilChanged, map, switchMap } from 'rxjs'
import { useServices } from '#src/app/services.ts'
import { useDashboardView } from '#src/app/use-dashboard-view.ts'
import { showCard } from '../analytics/show-card.ts'
import { matrixOf } from './matrix-rows.ts'
import { TimeframeMatrix } from './TimeframeMatrix.tsx'

/** The matrix of the chosen pair on live data. */
export function LiveMatrix() {
  const { streams } = useServices()
  const { timeframe } = useDashboardView()
  const matrix$ = useMemo(
    () =>
      streams.view$.pipe(
        map(({ pair }) => pair),
        distinctUntilChanged(),
        switchMap((pair) => matrixOf(streams.records, pair)),
      ),
    [streams],
  )
  const liveness = useObservableEagerState(streams.analyticsLiveness$)
  const matrix = useObservableEagerState(matrix$)
  return <TimeframeMatrix matrix={matrix} chosen={timeframe} liveness={liveness} onOpen={showCard} />
}
