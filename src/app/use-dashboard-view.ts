import { useObservableEagerState } from 'observable-hooks'
import { useContext, useEffect } from 'react'
import { of } from 'rxjs'
import { DEFAULT_VIEW, type DashboardView } from '#src/streams/index.ts'
import { ServicesContext, useServices } from './services.ts'

const DEFAULT_VIEW$ = of(DEFAULT_VIEW)

/** The pair and timeframe that the dashboard shows; the default ones for what is shown without services. */
export const useDashboardView = (): DashboardView =>
  useObservableEagerState(useContext(ServicesContext)?.streams.view$ ?? DEFAULT_VIEW$)

/** Receives the streams of all pairs while the screen is shown, not only those of the dashboard's pair. */
export function useAllPairs(): void {
  const { allPairs$ } = useServices().streams
  useEffect(() => {
    const watching = allPairs$.subscribe()
    return () => watching.unsubscribe()
  }, [allPairs$])
}
