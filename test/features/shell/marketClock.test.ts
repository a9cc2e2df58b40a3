import { expect, it } from 'vitest'
import { TestScheduler } from 'rxjs/testing'
import { hearMarket, marketTimeAt } from '#src/features/shell/marketClock.ts'
import { market } from '#test/rig/shell.ts'

it.each([
  { speed: 1, at: 1_000, expected: 500_000 },
  { speed: 1, at: 4_000, expected: 503_000 },
  { speed: 60, at: 4_000, expected: 680_000 },
  { speed: 60, at: 0, expected: 500_000 },
])('[SH-3] market time runs on at speed $speed', ({ speed, at, expected }) => {
  expect(marketTimeAt({ market: market({ now: 500_000, speed }), heardAt: 1_000 }, at)).toBe(expected)
})

it('[SH-3] each word about the market keeps the time it came', () => {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected))
  const words = { a: market({ now: 1 }), b: market({ now: 2 }) }
  scheduler.run(({ hot, expectObservable }) => {
    const heard$ = hearMarket(hot('a--b', words), scheduler)
    expectObservable(heard$, '^----!').toBe('a--b', {
      a: { market: words.a, heardAt: 0 },
      b: { market: words.b, heardAt: 3 },
    })
  })
})
