import { asyncScheduler, distinctUntilChanged, map } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { CandleChange } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { comparedValues } from '#src/features/dashboard/chart/overlays/compared-pairs.ts'
import type { FiguresByPair, StreamPorts } from '#src/streams/index.ts'
import { closeColumn } from '#src/ui/charts/overlays/comparison.ts'
import { marbles } from '#test/support/client/marbles.ts'

type CandlePage = StreamPorts['fetchCandlePage']
const ID = 'compare:ETHUSD'
const candle = (timestamp: number, close: number) => ({ timestamp, open: 1, high: 9, low: 1, close, volume: 1 })
const until = (timestamp: number): CandleChange => ({ kind: 'tick', oldest: 0, candles: [candle(timestamp, 50)] })
const at = (last: number): FiguresByPair => new Map([['ETHUSD' as PairId, { last, day: undefined }]])

/** Closes of the candles at 0, 60 and 120 s, and where pages were asked for. */
function play(
  changes$: Parameters<typeof comparedValues>[3]['changes$'],
  figures$: unknown,
  page: ReturnType<CandlePage>,
) {
  const asked: unknown[] = []
  const services = {
    streams: { pairFigures$: figures$ },
    candlePage: (({ pair }, { since }) => {
      asked.push(`${pair} ${since}`)
      return page
    }) satisfies CandlePage,
  } as unknown as Parameters<typeof comparedValues>[0]
  const ids = [ID, 'ema', 'compare:BTCUSD']
  const values$ = comparedValues(services, { pair: 'BTCUSD', timeframe: 'M1' }, ids, {
    changes$,
    now: () => asyncScheduler.now(),
  }).pipe(
    map(([values]) => [0, 60, 120].map((time) => values?.valuesAt(time)?.[closeColumn(ID)] ?? '-').join(' ')),
    distinctUntilChanged(),
  )
  return { asked, values$ }
}
const PAGE = {
  kind: 'history',
  history: { candles: [candle(0, 4), candle(60, 5)], lastIsComplete: true, provenance: undefined, refused: 0 },
} as const

describe('[CH-79] the prices of a compared pair', () => {
  it('are as last reported in the running candle, and as recorded in those that have closed', () =>
    marbles(({ hot, cold, expectObservable, flush }) => {
      const { asked, values$ } = play(
        hot('-a 1s b', { a: until(60), b: until(120) }),
        hot('--x--y 1s z', { x: at(7), y: at(8), z: at(9) }),
        cold('---(p|)', { p: PAGE }),
      )
      // The candle at 60 s is said to have closed at 5, where 8 was the last report.
      expectObservable(values$).toBe('a-b-cd 999ms ef', {
        a: '- - -',
        b: '- 7 -',
        c: '4 7 -',
        d: '4 8 -',
        e: '4 5 -',
        f: '4 5 9',
      })
      flush()
      expect(asked).toEqual(['ETHUSD -120', 'ETHUSD -60'])
    }))
})
