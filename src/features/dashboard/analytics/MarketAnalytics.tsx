import { useSelector } from '@xstate/react'
import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { combineLatest, distinctUntilChanged, map } from 'rxjs'
import { ANALYSIS_CATEGORY, INDICATOR_CATEGORY } from '#contract/analysis/payloads.ts'
import { connectionStatus } from '#src/machines/connection/selectors.ts'
import { useServices } from '#src/services.ts'
import { AnalyticsSection } from './AnalyticsSection.tsx'
import { LiveCards } from './LiveCards.tsx'

/** The Market Analytics Dashboard on live data. */
export function MarketAnalytics() {
  const { connections, streams } = useServices()
  const status = useSelector(connections.analytics, connectionStatus)
  const hasData$ = useMemo(
    () =>
      combineLatest([streams.records.category(ANALYSIS_CATEGORY), streams.records.category(INDICATOR_CATEGORY)]).pipe(
        map((lists) => lists.flat().some(({ data }) => data !== null)),
        distinctUntilChanged(),
      ),
    [streams],
  )
  const hasData = useObservableEagerState(hasData$)
  const isUnreachable = status === 'error'
  return (
    <AnalyticsSection isEstablishing={!hasData && status !== 'connected' && !isUnreachable}>
      <LiveCards isUnreachable={isUnreachable} />
    </AnalyticsSection>
  )
}
