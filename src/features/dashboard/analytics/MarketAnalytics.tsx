import { useSelector } from '@xstate/react'
import { useObservableEagerState } from 'observable-hooks'
import { useCallback, useMemo } from 'react'
import { connectionStatus } from '#src/machines/connection/selectors.ts'
import { usePreferences, useServices } from '#src/app/services.ts'
import { isCardName } from '../cards.ts'
import { LiveMatrix } from '../matrix/LiveMatrix.tsx'
import { AnalyticsSection } from './AnalyticsSection.tsx'
import type { CardChoice } from './CardStrip.tsx'
import { hasCardData } from './card-data.ts'
import { LiveCard } from './LiveCards.tsx'

/** The Market Analytics Dashboard on live data. */
export function MarketAnalytics() {
  const { connections, streams } = useServices()
  const status = useSelector(connections.analytics, connectionStatus)
  const hasData$ = useMemo(() => hasCardData(streams.records), [streams])
  const hasData = useObservableEagerState(hasData$)
  const isUnreachable = status === 'error'
  const isEstablishing = !hasData && status !== 'connected' && !isUnreachable
  const [{ card }, setPreferences] = usePreferences()
  const onShow = useCallback((next: CardChoice) => setPreferences({ card: next }), [setPreferences])
  return (
    <AnalyticsSection
      isEstablishing={isEstablishing}
      matrix={<LiveMatrix />}
      renderCard={(name) => <LiveCard name={name} isUnreachable={isUnreachable} />}
      shown={isCardName(card) ? card : 'all'}
      onShow={onShow}
    />
  )
}
