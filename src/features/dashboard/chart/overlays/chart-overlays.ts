import {
  auditTime,
  catchError,
  combineLatest,
  distinctUntilChanged,
  filter,
  from,
  map,
  mergeMap,
  NEVER,
  Observable,
  of,
  startWith,
  Subject,
  type Subscription,
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
import { CHART } from '#contract/limits.ts'
import type { LedgerRow, PaperAccount } from '#contract/paper/account.ts'
import { parsePair, type PairId } from '#contract/pairs.ts'
import { TIMEFRAME_MINUTES } from '#contract/timeframes.ts'
import { type CandleMark, readMarks } from '#src/analysis/marks.ts'
import { unwrapPayload } from '#src/analysis/unwrap.ts'
import type { Services } from '#src/app/services.ts'
import type { Result } from '#src/lib/result.ts'
import type { DashboardView } from '#src/streams/index.ts'
import { formatDollars, formatNumber, formatPrice } from '#src/ui/format/number.ts'
import { createComputedIndicators, type ComputedIndicators } from '#src/ui/charts/indicators/compute.ts'
import type { ChartMark, ChartOverlays, PriceLevel } from '#src/ui/charts/overlays/data.ts'

/** The values of one candle by the candle's opening, unix seconds. */
export interface CandleValues {
  readonly timestamp: number
  readonly values: IndicatorValues
}

/** Values of all candles that were loaded or published so far. */
interface LoadedValues {
  readonly valuesAt: (timestamp: number) => IndicatorValues | undefined
  /** Loads those of the candles that opened in a range, unless they are loaded. */
  readonly need: (fromS: number, toS: number) => void
}

interface IndicatorValuesDeps {
  /** Seconds of a candle. */
  readonly stepS: number
  /** Loads the candles that opened since a time and before another, unix seconds. */
  readonly fetchBlock: (since: number, before: number) => Observable<Result<IndicatorSeries>>
  /** What is published of the newest candle, running or closed. */
  readonly published$: Observable<CandleValues>
  /** Wall clock, unix ms. */
  readonly now: () => number
}

const MAX_BLOCKS = CHART.maxHeldCandles / CHART.pageCandles
const PARALLEL = 2
const RETRY_MS = 5_000

/**
 * Values of indicators, loaded in blocks of equal length around what is in view and continued by what is published. Emits at
 * once and whenever some have changed. Blocks that the view has left are no longer waited for.
 */
export const indicatorValues = ({
  stepS,
  fetchBlock,
  published$,
  now,
}: IndicatorValuesDeps): Observable<LoadedValues> =>
  new Observable((subscriber) => {
    const blockS = stepS * CHART.pageCandles
    const blockOf = (timestamp: number): number => Math.floor(timestamp / blockS) * blockS
    const rows = new Map<number, IndicatorValues>()
    const blocks = new Set<number>()
    const failures = new Map<number, number>()
    const loading = new Set<number>()
    const needs = new Subject<readonly number[]>()
    let newest: number | undefined

    const current: LoadedValues = {
      valuesAt: (timestamp) => rows.get(timestamp),
      need(fromS, toS) {
        const wanted: number[] = []
        for (let block = blockOf(fromS); block <= toS && wanted.length < MAX_BLOCKS; block += blockS) wanted.push(block)
        needs.next(
          wanted.filter((block) => !blocks.has(block) && now() - (failures.get(block) ?? -Infinity) >= RETRY_MS),
        )
      },
    }
    const emit = () => subscriber.next({ ...current })

    function drop(block: number): void {
      blocks.delete(block)
      for (let at = block; at < block + blockS; at += stepS) rows.delete(at)
    }

    function add(block: number, result: Result<IndicatorSeries>): void {
      loading.delete(block)
      if (!result.ok) {
        failures.set(block, now())
        return
      }
      blocks.add(block)
      const { columns } = result.value
      for (const { timestamp, values } of result.value.rows) rows.set(timestamp, valuesByName(columns, values))
      const oldest = [...blocks][0]
      if (blocks.size > MAX_BLOCKS && oldest !== undefined) drop(oldest)
      emit()
    }

    const running: Subscription = needs
      .pipe(
        distinctUntilChanged((a, b) => a.join() === b.join() && b.every((block) => loading.has(block))),
        switchMap((wanted) =>
          from(wanted).pipe(
            tap((block) => loading.add(block)),
            mergeMap((block) => fetchBlock(block, block + blockS).pipe(map((result) => ({ block, result }))), PARALLEL),
          ),
        ),
      )
      .subscribe(({ block, result }) => add(block, result))
    running.add(
      published$.subscribe(({ timestamp, values }) => {
        // Candles were missed in between, as in an outage: what is loaded of their block is not complete.
        if (newest !== undefined && timestamp > newest + stepS) {
          for (const block of blocks) if (block + blockS > newest) blocks.delete(block)
        }
        newest = timestamp
        rows.set(timestamp, values)
        emit()
      }),
    )
    emit()
    return running
  })

/** New values redraw the whole chart. */
const REDRAW_MS = 250
/** Ticks move what is computed of the newest candle, which is drawn less often than the candle. */
const COMPUTED_MS = 1_000
/** Own strategies whose decisions are marked. */
const MAX_STRATEGIES = 10

type OverlayServices = Pick<Services, 'streams' | 'strategies' | 'indicatorSeries'>

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
  const values$ = indicatorValues({
    stepS,
    fetchBlock: (since, before) => services.indicatorSeries({ ...view, since, before }),
    published$,
    now,
  })
  const marks$ = combineLatest([
    analysisMarks(services, view),
    decisionMarks(services, view).pipe(startWith([])),
    paperMarks(services, view).pipe(startWith([])),
  ]).pipe(map((lists) => lists.flat()))
  return combineLatest([values$, marks$, computedValues(changes$, shown)]).pipe(
    throttleTime(REDRAW_MS, undefined, { leading: true, trailing: true }),
    auditTime(0),
    map(([{ valuesAt, need }, marks, computed]) => ({
      // Asked for each candle and column with each paint.
      valuesAt: computed.isEmpty
        ? valuesAt
        : (timestamp) => ({ ...valuesAt(timestamp), ...computed.valuesAt(timestamp) }),
      need,
      marks,
    })),
  )
}
