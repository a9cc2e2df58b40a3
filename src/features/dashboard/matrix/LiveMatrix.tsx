import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { useServices } from '#src/app/services.ts'
import { showCard } from '../analytics/show-card.ts'
import { matrixOf } from './matrix-rows.ts'
import { TimeframeMatrix } from './TimeframeMatrix.tsx'

/** The matrix of the default pair on live data. */
export function LiveMatrix() {
  const { streams } = useServices()
  const matrix$ = useMemo(() => matrixOf(streams.records), [streams])
  const liveness = useObservableEagerState(streams.analyticsLiveness$)
  return <TimeframeMatrix matrix={useObservableEagerState(matrix$)} liveness={liveness} onOpen={showCard} />
}
