import {
  auditTime,
  catchError,
  combineLatest,
  distinctUntilChanged,
  filter,
  from,
  map,
  NEVER,
  of,
  startWith,
  switchMap,
  throttleTime,
  type Observable,
} from 'rxjs'
import * as z from 'zod/mini'
import { indicatorValues as valuesOf } from '#contract/analysis/indicator-series.ts'
import { indicatorSnapshotSchema } from '#contract/analysis/indicators.ts'
import { analysisKey, indicatorKey, type AnalysisSubcategory } from '#contract/analysis/payloads.ts'
import { parsePair } from '#contract/pairs.ts'
import { TIMEFRAME_MINUTES } from '#contract/timeframes.ts'
import { readMarks, type CandleMark } from '#src/analysis/marks.ts'
import { unwrapPayload } from '#src/analysis/unwrap.ts'
import type { Services } from '#src/app/services.ts'
import type { DashboardView } from '#src/streams/index.ts'
import type { ChartMark, ChartOverlays } from '#src/ui/charts/overlays/data.ts'
import { indicatorValues, type CandleValues } from './indicator-values.ts'

/** New values redraw the whole chart. */
const REDRAW_MS = 250
/** Own strategies whose decisions are marked. */
const MAX_STRATEGIES = 10

type OverlayServices = Pick<Services, 'streams' | 'strategies' | 'indicatorSeries'>
export type OverlayData = Omit<ChartOverlays, 'shown'>

/** Values of the published snapshot of one timeframe. */
export function readValues(data: unknown): CandleValues | undefined {
  const snapshot = z.safeParse(indicatorSnapshotSchema, unwrapPayload(data).fields)
  return snapshot.success ? { timestamp: snapshot.data.timestamp, values: valuesOf(snapshot.data) } : undefined
}

const MARK_STREAMS: readonly (readonly [CandleMark['kind'], AnalysisSubcategory])[] = [
  ['pattern', 'consolidated_patterns'],
  ['break', 'market_structure'],
  ['divergence', 'divergence'],
]

const analysisMarks = (
  { streams }: OverlayServices,
  { pair, timeframe }: DashboardView,
): Observable<readonly ChartMark[]> =>
  combineLatest(
    MARK_STREAMS.map(([kind, subcategory]) => {
      const key = analysisKey(pair, subcategory)
      return streams.records.record(key).pipe(
        map((record) => record?.data),
        distinctUntilChanged(),
        map((data) =>
          (data ? readMarks(kind, data, key, timeframe) : []).map((mark, index) => ({
            ...mark,
            id: `${kind} ${index}`,
            at: mark.at / 1000,
          })),
        ),
      )
    }),
  ).pipe(map((lists) => lists.flat()))

/** Decisions of the user's own strategies on a pair. */
const decisionMarks = ({ strategies }: OverlayServices, { pair }: DashboardView): Observable<readonly ChartMark[]> =>
  from(strategies()).pipe(
    switchMap(({ feeds }) =>
      feeds.list(NEVER).pipe(
        map(({ value = [] }) =>
          value
            .filter((each) => each.shared_by === undefined && each.symbols.some((symbol) => parsePair(symbol) === pair))
            .slice(0, MAX_STRATEGIES),
        ),
        distinctUntilChanged((a, b) => a.map(({ id }) => id).join() === b.map(({ id }) => id).join()),
        switchMap((own) =>
          own.length === 0
            ? of([])
            : combineLatest(
                own.map(({ id, name }) =>
                  feeds
                    .decisions(
                      id,
                      {},
                    )(NEVER)
                    .pipe(
                      map(({ value }) =>
                        (value?.decisions ?? []).flatMap((decision): ChartMark[] =>
                          decision.decision_type === 'HOLD'
                            ? []
                            : [
                                {
                                  id: `${id} ${decision.id}`,
                                  kind: 'decision',
                                  // made when its candle had closed
                                  at: decision.timestamp / 1000 - 1,
                                  direction: decision.decision_type === 'BUY' ? 'bullish' : 'bearish',
                                  text: `${decision.decision_type} by ${name}`,
                                  opens: { strategy: id, decision: decision.id },
                                },
                              ],
                        ),
                      ),
                    ),
                ),
              ).pipe(map((lists) => lists.flat())),
        ),
      ),
    ),
    catchError(() => of([])),
  )

/** What the overlays of a view draw. Loaded with the first overlay that is switched on. */
export function overlayData(
  services: OverlayServices,
  view: DashboardView,
  now: () => number,
): Observable<OverlayData> {
  const stepS = TIMEFRAME_MINUTES[view.timeframe] * 60
  const published$ = services.streams.records.record(indicatorKey(view.pair, view.timeframe)).pipe(
    map((record) => record?.data),
    distinctUntilChanged(),
    map((data) => readValues(data)),
    filter((values) => values !== undefined),
  )
  const values$ = indicatorValues({
    stepS,
    fetchBlock: (since, before) => services.indicatorSeries({ ...view, since, before }),
    published$,
    now,
  })
  const marks$ = combineLatest([analysisMarks(services, view), decisionMarks(services, view).pipe(startWith([]))]).pipe(
    map((lists) => lists.flat()),
  )
  return combineLatest([values$, marks$]).pipe(
    throttleTime(REDRAW_MS, undefined, { leading: true, trailing: true }),
    auditTime(0),
    map(([values, marks]) => ({ ...values, marks })),
  )
}
