import { combineLatest, distinctUntilChanged, map, scan, type Observable } from 'rxjs'
import { ANALYSIS_TIMEFRAMES, toStreamTimeframe } from '#contract/timeframes.ts'
import { readIndicators } from '#src/analysis/indicators.ts'
import { readPatterns } from '#src/analysis/patterns.ts'
import { readStructure } from '#src/analysis/structure.ts'
import type { Streams } from '#src/streams/index.ts'
import { cardData, SOURCES } from '../analytics/card-data.ts'
import {
  patternReadings,
  structureReadings,
  timed,
  trendReading,
  type MatrixRow,
  type Readings,
  type TimedReadings,
} from './directions.ts'

type Records = Pick<Streams['records'], 'category'>

const NONE: TimedReadings = {}
const withStart = (readings$: Observable<Readings>): Observable<TimedReadings> =>
  readings$.pipe(scan(timed, NONE), distinctUntilChanged())

/** Trend of every timeframe, each from a stream of its own. */
const trends = (records: Records): Observable<Readings> =>
  combineLatest(
    ANALYSIS_TIMEFRAMES.map((timeframe) => {
      const source = { ...SOURCES.indicators, names: [toStreamTimeframe(timeframe)], read: readIndicators }
      return cardData(records, source).pipe(
        map(({ payload }) => [timeframe, trendReading(payload?.model, payload?.header.at)] as const),
      )
    }),
  ).pipe(map((entries) => Object.fromEntries(entries.filter(([, reading]) => reading !== undefined))))

/** Rows of the matrix for the default pair: the current ones, then whenever a stream of them changes. */
export const matrixRows = (records: Records): Observable<readonly MatrixRow[]> =>
  combineLatest([
    withStart(trends(records)),
    withStart(
      cardData(records, { ...SOURCES.structure, read: readStructure }).pipe(
        map(({ payload }) => structureReadings(payload?.model, payload?.header.at)),
      ),
    ),
    withStart(
      cardData(records, { ...SOURCES.patterns, read: readPatterns }).pipe(
        map(({ payload }) => patternReadings(payload?.model, payload?.header.at)),
      ),
    ),
  ]).pipe(
    map(([trend, structure, patterns]): readonly MatrixRow[] => [
      { source: 'Trend', card: 'indicators', readings: trend },
      { source: 'Structure', card: 'structure', readings: structure },
      { source: 'Patterns', card: 'patterns', readings: patterns },
    ]),
  )
