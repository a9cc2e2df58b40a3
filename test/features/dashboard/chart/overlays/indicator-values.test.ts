import { asyncScheduler, map, type Observable } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { IndicatorValues } from '#contract/payloads/indicator-series.ts'
import { rowsOf } from '#src/features/dashboard/chart/overlays/chart-overlays.ts'
import { type CandleValues as ValuesOf, loadedValues } from '#src/features/dashboard/chart/overlays/loaded-values.ts'
import { failure, success, type Result } from '#src/lib/result.ts'
import { marbles } from '#test/support/client/marbles.ts'

type CandleValues = ValuesOf<IndicatorValues>
type Rows = Result<readonly CandleValues[]>
const BLOCK_S = 60 * 1_000
const row = (timestamp: number, value: number): CandleValues => ({ timestamp, values: { vwap: value } })
const series = (...rows: CandleValues[]): Rows =>
  rowsOf(
    success({
      timeframe: 'M1',
      trading_pair: 'BTCUSD',
      // In no order that the client would expect, and one that it does not have.
      columns: ['of_a_newer_server', 'vwap', 'ema_9'],
      rows: rows.map(({ timestamp, values }) => ({ timestamp, values: [-1, values.vwap ?? null, -1] })),
    }),
  )
const ANSWERS: Record<string, Rows> = { a: series(row(0, 1), row(60, 2)), x: failure('no answer') }

interface Play {
  /** Times at which the view needs a range of blocks. */
  readonly needs: Observable<readonly [number, number]>
  readonly fetched: Observable<Rows>
  readonly published: Observable<CandleValues>
}

/** The values of candles 0 and 60 at each emission, and the blocks that were asked for. */
function play({ needs, fetched, published }: Play) {
  const asked: number[] = []
  const values$ = loadedValues({
    stepS: 60,
    fetchBlock(since) {
      asked.push(since)
      return fetched
    },
    published$: published,
    now: () => asyncScheduler.now(),
  }).pipe(
    map((values) => {
      needsOf ??= needs.subscribe(([from, to]) => values.need(from, to))
      return [0, 60].map((at) => values.valuesAt(at)?.vwap ?? '-').join(' ')
    }),
  )
  let needsOf: { unsubscribe(): void } | undefined
  return { asked, values$ }
}

describe('[CH-61] values of indicators', () => {
  it('are loaded in blocks, once each, however often the view moves', () =>
    marbles(({ hot, cold, expectObservable, flush }) => {
      const { asked, values$ } = play({
        needs: hot('-n-n---n', { n: [0, 120] as const }),
        fetched: cold('---(a|)', ANSWERS),
        published: hot('-'),
      })
      expectObservable(values$).toBe('0---1', ['- -', '1 2'])
      flush()
      expect(asked).toEqual([0])
    }))

  it('of blocks that the view has left are not waited for', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const fetched = cold('----(a|)', ANSWERS)
      const { values$ } = play({
        needs: hot('-n-m', { n: [0, 60] as const, m: [BLOCK_S, BLOCK_S] as const }),
        fetched,
        published: hot('-'),
      })
      expectObservable(values$, '10ms !').toBe('0------1', ['- -', '1 2'])
      expectSubscriptions(fetched.subscriptions).toBe(['-^-!', '---^---!'])
    }))

  it('follow what is published, and are loaded again where something was missed', () =>
    marbles(({ hot, cold, expectObservable, flush }) => {
      const { asked, values$ } = play({
        needs: hot('-n-----n', { n: [0, 120] as const }),
        fetched: cold('(a|)', ANSWERS),
        published: hot('---p-q', { p: row(60, 3), q: row(600, 9) }),
      })
      expectObservable(values$).toBe('01-2-2-1', ['- -', '1 2', '1 3'])
      flush()
      expect(asked).toEqual([0, 0])
    }))

  it('that failed are asked for again after a pause', () =>
    marbles(({ hot, cold, flush, expectObservable }) => {
      const { asked, values$ } = play({
        needs: hot('-n-n 5s n', { n: [0, 60] as const }),
        fetched: cold('(x|)', ANSWERS),
        published: hot('-'),
      })
      expectObservable(values$).toBe('0', ['- -'])
      flush()
      expect(asked).toEqual([0, 0])
    }))
})
