import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { combineLatest, distinctUntilChanged, map, type Observable, switchMap } from 'rxjs'
import type { PairId } from '#contract/pairs.ts'
import { ANALYSIS_TIMEFRAMES } from '#contract/timeframes.ts'
import { readConfluence } from '#src/analysis/confluence.ts'
import { readIndicators } from '#src/analysis/indicators.ts'
import { readPatterns } from '#src/analysis/patterns.ts'
import { readStructure } from '#src/analysis/structure.ts'
import { usePreferences, useServices } from '#src/app/services.ts'
import { useDashboardView } from '#src/app/use-dashboard-view.ts'
import type { Streams } from '#src/streams/index.ts'
import { cardData, streamOf } from '../analytics/card-data.ts'
import { isHidden, showCard } from '../analytics/show-card.ts'
import { TimeframeMatrix } from './TimeframeMatrix.tsx'
import {
  confluenceReadings,
  type Matrix,
  patternReadings,
  type Readings,
  structureReadings,
  trendReading,
  volatilitiesOf,
} from './directions.ts'

type Records = Pick<Streams['records'], 'category'>

/** Trend of every timeframe, each from a stream of its own. */
const trends = (records: Records, pair: PairId): Observable<Readings> =>
  combineLatest(
    ANALYSIS_TIMEFRAMES.map((timeframe) => {
      const source = { ...streamOf('indicators', timeframe), read: readIndicators }
      return cardData(records, source, pair).pipe(
        map(({ payload }) => [timeframe, trendReading(payload?.model)] as const),
      )
    }),
  ).pipe(map((entries) => Object.fromEntries(entries.filter(([, reading]) => reading !== undefined))))

/** The matrix of a pair: the current one, then whenever a stream of it changes. */
function matrixOf(records: Records, pair: PairId): Observable<Matrix> {
  const structure$ = cardData(records, { ...streamOf('structure'), read: readStructure }, pair)
  const patterns$ = cardData(records, { ...streamOf('patterns'), read: readPatterns }, pair)
  const confluence$ = cardData(records, { ...streamOf('confluence'), read: readConfluence }, pair)
  return combineLatest([trends(records, pair), structure$, patterns$, confluence$]).pipe(
    map(([trend, structure, patterns, confluence]): Matrix => {
      const times = [structure, patterns, confluence].flatMap(({ payload }) => payload?.header.at ?? [])
      return {
        rows: [
          { source: 'Trend', card: 'indicators', readings: trend },
          { source: 'Structure', card: 'structure', readings: structureReadings(structure.payload?.model) },
          { source: 'Patterns', card: 'patterns', readings: patternReadings(patterns.payload?.model) },
          { source: 'Confluence', card: 'confluence', readings: confluenceReadings(confluence.payload?.model) },
        ],
        volatilities: volatilitiesOf(confluence.payload?.model),
        at: times.length === 0 ? undefined : Math.max(...times),
      }
    }),
  )
}

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
  const [{ focus = false }, setPreferences] = usePreferences()
  function open(card: string): void {
    if (!focus || !isHidden(card)) return showCard(card)
    // Its card is not in the focus.
    setPreferences({ focus: false })
    requestAnimationFrame(() => showCard(card))
  }
  return <TimeframeMatrix matrix={matrix} chosen={timeframe} liveness={liveness} onOpen={open} />
}
