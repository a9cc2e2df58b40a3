import { combineLatest, distinctUntilChanged, map, scan, type Observable } from 'rxjs'
import type { PairId } from '#contract/pairs.ts'
import { ANALYSIS_TIMEFRAMES } from '#contract/timeframes.ts'
import { readConfluence } from '#src/analysis/confluence.ts'
import { readIndicators } from '#src/analysis/indicators.ts'
import { readPatterns } from '#src/analysis/patterns.ts'
import { readStructure } from '#src/analysis/structure.ts'
import type { Streams } from '#src/streams/index.ts'
import { cardData } from '../analytics/card-data.ts'
import { streamOf } from '../cards.ts'
import {
  confluenceReadings,
  patternReadings,
  structureReadings,
  timed,
  trendReading,
  volatilitiesOf,
  type Matrix,
  type Readings,
  type TimedReadings,
} from './directions.ts'

type Records = Pick<Streams['records'], 'category'>

const NONE: TimedReadings = {}
const withStart = (readings$: Observable<Readings>): Observable<TimedReadings> =>
  readings$.pipe(scan(timed, NONE), distinctUntilChanged())

/** Trend of every timeframe, each from a stream of its own. */
const trends = (records: Records, pair: PairId): Observable<Readings> =>
  combineLatest(
    ANALYSIS_TIMEFRAMES.map((timeframe) => {
      const source = { ...streamOf('indicators', timeframe), read: readIndicators }
      return cardData(records, source, pair).pipe(
        map(({ payload }) => [timeframe, trendReading(payload?.model, payload?.header.at)] as const),
      )
    }),
  ).pipe(map((entries) => Object.fromEntries(entries.filter(([, reading]) => reading !== undefined))))

/** The matrix of a pair: the current one, then whenever a stream of it changes. */
export function matrixOf(records: Records, pair: PairId): Observable<Matrix> {
  const structure$ = cardData(records, { ...streamOf('structure'), read: readStructure }, pair)
  const patterns$ = cardData(records, { ...streamOf('patterns'), read: readPatterns }, pair)
  const confluence$ = cardData(records, { ...streamOf('confluence'), read: readConfluence }, pair)
  return combineLatest([
    withStart(trends(records, pair)),
    withStart(structure$.pipe(map(({ payload }) => structureReadings(payload?.model, payload?.header.at)))),
    withStart(patterns$.pipe(map(({ payload }) => patternReadings(payload?.model, payload?.header.at)))),
    withStart(confluence$.pipe(map(({ payload }) => confluenceReadings(payload?.model, payload?.header.at)))),
    confluence$.pipe(map(({ payload }) => volatilitiesOf(payload?.model))),
  ]).pipe(
    map(([trend, structure, patterns, confluence, volatilities]): Matrix => ({
      rows: [
        { source: 'Trend', card: 'indicators', readings: trend },
        { source: 'Structure', card: 'structure', readings: structure },
        { source: 'Patterns', card: 'patterns', readings: patterns },
        { source: 'Confluence', card: 'confluence', readings: confluence },
      ],
      volatilities,
    })),
  )
}
