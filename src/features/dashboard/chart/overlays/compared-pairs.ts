import {
  combineLatest,
  distinctUntilChanged,
  EMPTY,
  filter,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  startWith,
  switchMap,
  throttleTime,
} from 'rxjs'
import type { CandleChange } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import { TIMEFRAME_MINUTES } from '#contract/timeframes.ts'
import type { Services } from '#src/app/services.ts'
import { failure, success, type Result } from '#src/lib/result.ts'
import type { DashboardView } from '#src/streams/index.ts'
import type { ColumnValues } from '#src/ui/charts/overlays/data.ts'
import { closeColumn, comparedPair, openColumn } from '#src/ui/charts/overlays/comparison.ts'
import { loadedValues, type CandleValues, type LoadedValues } from './loaded-values.ts'

/** A closed candle is asked for again with those before it: it may arrive after the next has begun. */
const RECENT_CANDLES = 3

/** A replay closes several candles a second. */
const REFETCH_MS = 1_000

interface ComparedDeps {
  /** The candles of the chart. */
  readonly changes$: Observable<CandleChange>
  readonly now: () => number
}

/** The prices of the pairs that a chart compares with, at its candles: of the running one as last reported, of the others as recorded. */
export function comparedValues(
  { streams, candlePage }: Pick<Services, 'streams' | 'candlePage'>,
  { pair: own, timeframe }: DashboardView,
  ids: readonly string[],
  { changes$, now }: ComparedDeps,
): Observable<readonly LoadedValues<ColumnValues>[]> {
  const stepS = TIMEFRAME_MINUTES[timeframe] * 60
  const newest$ = changes$.pipe(
    map(({ candles }) => candles.at(-1)?.timestamp),
    filter((timestamp) => timestamp !== undefined),
    distinctUntilChanged(),
  )
  const compared = ids.flatMap((id) => {
    const pair = comparedPair(id)
    return pair === undefined || pair === own ? [] : [{ id, pair }]
  })
  if (compared.length === 0) return of([])
  return combineLatest(
    compared.map(({ id, pair }) => {
      const valuesOf = (timestamp: number, open: number, close: number): CandleValues<ColumnValues> => ({
        timestamp,
        values: { [openColumn(id)]: open, [closeColumn(id)]: close },
      })
      const fetchBlock = (since: number, before: number): Observable<Result<readonly CandleValues<ColumnValues>[]>> =>
        candlePage({ pair, timeframe }, { since, limit: CHART.pageCandles }).pipe(
          map((result) => {
            if (result.kind === 'failed') return failure(result.error)
            const candles = result.kind === 'history' ? result.history.candles : []
            return success(
              candles
                .filter(({ timestamp }) => timestamp < before)
                .map(({ timestamp, open, close }) => valuesOf(timestamp, open, close)),
            )
          }),
        )
      const last$ = streams.pairFigures$.pipe(
        map((figures) => figures.get(pair)?.last),
        distinctUntilChanged(),
      )
      const closed$ = newest$.pipe(
        throttleTime(REFETCH_MS, undefined, { leading: true, trailing: true }),
        switchMap((newest) => fetchBlock(newest - RECENT_CANDLES * stepS, newest)),
        mergeMap((result) => (result.ok ? result.value : EMPTY)),
      )
      const running$ = newest$.pipe(
        switchMap((timestamp) => {
          let open: number | undefined
          return last$.pipe(
            filter((last) => last !== undefined),
            map((last) => valuesOf(timestamp, (open ??= last), last)),
          )
        }),
      )
      return loadedValues({ stepS, fetchBlock, published$: merge(closed$, running$), now })
    }),
  ).pipe(startWith([]))
}
