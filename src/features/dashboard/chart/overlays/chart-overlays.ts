import {
  auditTime,
  catchError,
  combineLatest,
  distinctUntilChanged,
  filter,
  from,
  map,
  NEVER,
  type Observable,
  of,
  startWith,
  switchMap,
  tap,
  throttleTime,
} from 'rxjs'
import * as z from 'zod/mini'
import {
  type IndicatorSeries,
  type IndicatorValues,
  valuesByName,
  indicatorValues as valuesOf,
} from '#contract/payloads/indicator-series.ts'
import { indicatorSnapshotSchema } from '#contract/payloads/indicators.ts'
import { analysisKey, type AnalysisSubcategory, indicatorKey } from '#contract/payloads/streams.ts'
import type { CandleChange } from '#contract/candles.ts'
import type { LedgerRow, PaperAccount } from '#contract/paper/account.ts'
import { parsePair, type PairId } from '#contract/pairs.ts'
import { TIMEFRAME_MINUTES } from '#contract/timeframes.ts'
import { type CandleMark, readMarks } from '#src/analysis/marks.ts'
import { unwrapPayload } from '#src/analysis/unwrap.ts'
import type { Services } from '#src/app/services.ts'
import { mapResult, type Result } from '#src/lib/result.ts'
import type { DashboardView } from '#src/streams/index.ts'
import { formatDollars, formatNumber, formatPrice } from '#src/ui/format/number.ts'
import { createComputedIndicators, type ComputedIndicators } from '#src/ui/charts/indicators/compute.ts'
import type { ChartMark, ChartOverlays, PriceLevel } from '#src/ui/charts/overlays/data.ts'
import { comparedValues } from './compared-pairs.ts'
import { loadedValues, type CandleValues } from './loaded-values.ts'

/** New values redraw the whole chart. */
const REDRAW_MS = 250
/** Ticks move what is computed of the newest candle, which is drawn less often than the candle. */
const COMPUTED_MS = 1_000
/** Own strategies whose decisions are marked. */
const MAX_STRATEGIES = 10

type OverlayServices = Pick<Services, 'streams' | 'strategies' | 'indicatorSeries' | 'candlePage'>

interface OverlayDataDeps {
  /** The candles of the chart. */
  readonly changes$: Observable<CandleChange>
  /** Ids of what is shown. */
  readonly shown: readonly string[]
  readonly now: () => number
}
export type OverlayData = Omit<ChartOverlays, 'shown' | 'levels' | 'onLevel'>

/** The prices of open positions, and what moves them. */
export interface PositionLevels {
  readonly levels: readonly PriceLevel[]
  /** Moves a stop or target; resolves with what went wrong. */
  readonly moveLevel: (id: string, price: number) => Promise<string | undefined>
}

/** Values of the published snapshot of one timeframe. */
export function readValues(data: unknown): CandleValues<IndicatorValues> | undefined {
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

/** The fills among rows of a ledger that are of a pair. */
export const fillMarks = (rows: readonly LedgerRow[], pair: PairId): readonly ChartMark[] =>
  rows.flatMap(({ seq, at, pair: of, quantity, price, trade, text }): ChartMark[] => {
    if (of !== pair || quantity === null || price === null) return []
    const filled = `${quantity > 0 ? 'Bought' : 'Sold'} ${formatNumber(Math.abs(quantity), 6)} at ${formatPrice(price, pair)}`
    const made = trade && `, ${trade.profit < 0 ? 'loss' : 'profit'} ${formatDollars(Math.abs(trade.profit))}`
    return [
      {
        id: `paper ${seq}`,
        kind: 'paper',
        at: at / 1000,
        direction: quantity > 0 ? 'bullish' : 'bearish',
        text: `${filled} on paper${made ?? ''}: ${text}`,
      },
    ]
  })

/** Fills of the user's paper account on a pair. */
const paperMarks = ({ strategies }: OverlayServices, { pair }: DashboardView): Observable<readonly ChartMark[]> =>
  from(strategies()).pipe(
    switchMap(({ paper }) => paper.fills(NEVER)),
    map(({ value = [] }) => fillMarks(value, pair)),
    catchError(() => of([])),
  )

/** Entry, stop and target of the open positions on a pair. */
export const positionLevels = (account: PaperAccount | null, pair: PairId): readonly PriceLevel[] =>
  (account?.allocations ?? []).flatMap(({ id, name, pair: of, position }): PriceLevel[] => {
    if (of !== pair || position === null) return []
    const level = (kind: 'Entry' | 'Stop' | 'Target', price: number | null, tone: PriceLevel['tone']) =>
      price === null
        ? []
        : [{ id: `${kind} ${id}`, text: `${kind}, ${name}`, price, tone, isMovable: kind !== 'Entry' }]
    return [
      ...level('Entry', position.entry_price, 'text'),
      ...level('Stop', position.stop, 'down'),
      ...level('Target', position.target, 'up'),
    ]
  })

/** The levels of the user's open positions on the pair of a view, and what moves them. */
export const paperLevels = ({ strategies }: OverlayServices, pair: PairId): Observable<PositionLevels> =>
  from(strategies()).pipe(
    switchMap(({ paper }) => {
      let account: PaperAccount | null = null
      async function moveLevel(id: string, price: number): Promise<string | undefined> {
        const [kind, allocationId = ''] = id.split(' ')
        const position = account?.allocations.find((each) => each.id === allocationId)?.position
        if (!position) return 'The position is closed.'
        const stop = kind === 'Stop' ? price : position.stop
        const moved = await paper.protect(allocationId, stop, kind === 'Target' ? price : position.target)
        return moved.ok ? undefined : moved.error.text
      }
      return paper.account(NEVER).pipe(
        tap(({ value = null }) => (account = value)),
        map(() => positionLevels(account, pair)),
        // The same array while nothing moves, so that the chart is not painted anew.
        distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
        map((levels) => ({ levels, moveLevel })),
      )
    }),
    catchError(() => NEVER),
  )

/** The values of the user's indicators at the candles of the chart. */
const computedValues = (changes$: Observable<CandleChange>, ids: readonly string[]): Observable<ComputedIndicators> => {
  const computed = createComputedIndicators(ids)
  if (computed.isEmpty) return of(computed)
  return changes$.pipe(
    tap(computed.apply),
    throttleTime(COMPUTED_MS, undefined, { leading: true, trailing: true }),
    map(() => computed),
    startWith(computed),
  )
}

/** The values of the candles of a series. */
export const rowsOf = (result: Result<IndicatorSeries>): Result<readonly CandleValues<IndicatorValues>[]> =>
  mapResult(
    result,
    ({ columns, rows }) => rows.map(({ timestamp, values }) => ({ timestamp, values: valuesByName(columns, values) })),
    (error) => error,
  )

/** What the overlays of a view draw. Loaded with the first overlay that is switched on. */
export function overlayData(
  services: OverlayServices,
  view: DashboardView,
  { changes$, shown, now }: OverlayDataDeps,
): Observable<OverlayData> {
  const stepS = TIMEFRAME_MINUTES[view.timeframe] * 60
  const published$ = services.streams.records.record(indicatorKey(view.pair, view.timeframe)).pipe(
    map((record) => record?.data),
    distinctUntilChanged(),
    map((data) => readValues(data)),
    filter((values) => values !== undefined),
  )
  const values$ = loadedValues<IndicatorValues>({
    stepS,
    fetchBlock: (since, before) => services.indicatorSeries({ ...view, since, before }).pipe(map(rowsOf)),
    published$,
    now,
  })
  const marks$ = combineLatest([
    analysisMarks(services, view),
    decisionMarks(services, view).pipe(startWith([])),
    paperMarks(services, view).pipe(startWith([])),
  ]).pipe(map((lists) => lists.flat()))
  const compared$ = comparedValues(services, view, shown, { changes$, now })
  return combineLatest([values$, marks$, computedValues(changes$, shown), compared$]).pipe(
    throttleTime(REDRAW_MS, undefined, { leading: true, trailing: true }),
    auditTime(0),
    map(([{ valuesAt, need }, marks, computed, compared]) => ({
      // Asked for each candle and column with each paint.
      valuesAt:
        computed.isEmpty && compared.length === 0
          ? valuesAt
          : (timestamp) =>
              Object.assign(
                { ...valuesAt(timestamp), ...computed.valuesAt(timestamp) },
                ...compared.map((each) => each.valuesAt(timestamp)),
              ),
      need(fromS, toS) {
        for (const each of [{ need }, ...compared]) each.need(fromS, toS)
      },
      marks,
    })),
  )
}
