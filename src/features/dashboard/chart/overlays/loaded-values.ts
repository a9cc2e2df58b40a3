import { distinctUntilChanged, from, map, mergeMap, Observable, Subject, switchMap, tap, type Subscription } from 'rxjs'
import { CHART } from '#contract/limits.ts'
import type { Result } from '#src/lib/result.ts'

/** The values of one candle by the candle's opening, unix seconds. */
export interface CandleValues<V> {
  readonly timestamp: number
  readonly values: V
}

/** Values of all candles that were loaded or published so far. */
export interface LoadedValues<V> {
  readonly valuesAt: (timestamp: number) => V | undefined
  /** Loads those of the candles that opened in a range, unless they are loaded. */
  readonly need: (fromS: number, toS: number) => void
}

interface LoadedValuesDeps<V> {
  /** Seconds of a candle. */
  readonly stepS: number
  /** Loads the candles that opened since a time and before another, unix seconds. */
  readonly fetchBlock: (since: number, before: number) => Observable<Result<readonly CandleValues<V>[]>>
  /** What is published of the newest candle, running or closed. */
  readonly published$: Observable<CandleValues<V>>
  /** Wall clock, unix ms. */
  readonly now: () => number
}

const MAX_BLOCKS = CHART.maxHeldCandles / CHART.pageCandles
const PARALLEL = 2
const RETRY_MS = 5_000

/**
 * Values of candles, loaded in blocks of equal length around what is in view and continued by what is published. Emits at
 * once and whenever some have changed. Blocks that the view has left are no longer waited for.
 */
export const loadedValues = <V>({
  stepS,
  fetchBlock,
  published$,
  now,
}: LoadedValuesDeps<V>): Observable<LoadedValues<V>> =>
  new Observable((subscriber) => {
    const blockS = stepS * CHART.pageCandles
    const blockOf = (timestamp: number): number => Math.floor(timestamp / blockS) * blockS
    const rows = new Map<number, V>()
    const blocks = new Set<number>()
    const failures = new Map<number, number>()
    const loading = new Set<number>()
    const needs = new Subject<readonly number[]>()
    let newest: number | undefined

    const current: LoadedValues<V> = {
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

    function add(block: number, result: Result<readonly CandleValues<V>[]>): void {
      loading.delete(block)
      if (!result.ok) {
        failures.set(block, now())
        return
      }
      blocks.add(block)
      for (const { timestamp, values } of result.value) rows.set(timestamp, values)
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
