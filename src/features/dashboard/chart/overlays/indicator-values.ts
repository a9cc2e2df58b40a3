import { distinctUntilChanged, from, map, mergeMap, Observable, Subject, switchMap, tap, type Subscription } from 'rxjs'
import { valuesByName, type IndicatorSeries, type IndicatorValues } from '#contract/analysis/indicator-series.ts'
import { CHART } from '#contract/limits.ts'
import type { Result } from '#src/lib/result.ts'

/** The values of one candle by the candle's opening, unix seconds. */
export interface CandleValues {
  readonly timestamp: number
  readonly values: IndicatorValues
}

/** Values of all candles that were loaded or published so far. */
export interface LoadedValues {
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
