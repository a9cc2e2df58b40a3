import { asyncScheduler, map, type Observable } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import {
  createPastCandles,
  foldPast,
  INITIAL_PAST,
  pageNeeded,
  type PastAction,
  type PastCandles,
  type PastNeed,
  type PastState,
} from '#src/streams/candles/past.ts'
import { candlesOf, type CandlePage, type HistoryResult } from '#src/streams/index.ts'
import { marbles } from '#test/support/client/marbles.ts'
import { historyOf } from '#test/support/client/streams.ts'
import { candle, candles, resetOf, windowOf } from '#test/support/data/candles.ts'

const fold = (state: PastState, ...actions: readonly PastAction[]) => actions.reduce(foldPast, state)
const liveOf = (list: readonly Candle[], change = resetOf(list)): PastAction => ({
  type: 'live',
  live: { candles: windowOf(list), change },
})
const live = (count: number, from: number): PastAction => liveOf(candles(count, from))
const REQUESTED: PastAction = { type: 'requested' }
const page = (request: CandlePage, result: HistoryResult): PastAction => ({
  type: 'page',
  page: request,
  result,
  at: 1_000,
})
const minutesOf = ({ older, live: newest, isJoined }: PastState) =>
  [...older, ...(isJoined ? candlesOf(newest) : [])].map(
    ({ timestamp }) => (timestamp - (candles(1)[0]?.timestamp ?? 0)) / 60,
  )
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

const openingOf = (minute: number): number => candles(1, minute)[0]?.timestamp ?? 0
const BOTH = { older: true, newer: true }

/** Live minutes 100 to 104, with the ten minutes before them loaded. */
const scrolled = fold(
  INITIAL_PAST,
  live(5, 100),
  REQUESTED,
  page({ before: openingOf(100), limit: 10 }, historyOf(...candles(10, 90))),
)

describe('[CH-50] older candles', () => {
  it('come before the live ones, from the first that is held', () => {
    expect(minutesOf(scrolled)).toEqual(range(90, 105))
    expect(pageNeeded(scrolled, BOTH, 2_000, 10)).toEqual({ before: openingOf(90), limit: 10 })
  })

  it('are not asked for again once a page was not full, or empty', () => {
    const request = { before: openingOf(90), limit: 10 }
    for (const result of [historyOf(...candles(3, 87)), { kind: 'empty' } as const]) {
      expect(pageNeeded(fold(scrolled, page(request, result)), BOTH, 2_000, 10)).toBeUndefined()
    }
  })

  it('keep what leaves the live window, once they were asked for', () => {
    expect(minutesOf(fold(INITIAL_PAST, live(5, 100), live(5, 103)))).toEqual(range(103, 108))
    expect(minutesOf(fold(scrolled, live(5, 103)))).toEqual(range(90, 108))
    const asking = fold(INITIAL_PAST, live(5, 100), REQUESTED, live(5, 101))
    const request = { before: openingOf(100), limit: 10 }
    expect(minutesOf(fold(asking, page(request, historyOf(...candles(10, 90)))))).toEqual(range(90, 106))
  })

  it('yield to a live window that was refilled with earlier candles', () => {
    expect(minutesOf(fold(scrolled, live(11, 95)))).toEqual(range(90, 106))
  })

  it('are dropped with a restarted market or another view', () => {
    expect(minutesOf(fold(scrolled, live(5, 10)))).toEqual(range(10, 15))
    expect(minutesOf(fold(scrolled, liveOf([]), live(5, 200)))).toEqual(range(200, 205))
  })

  it('without those that overlap or cannot be real', () => {
    const [impossible] = candles(1, 89)
    const answer = historyOf({ ...impossible!, low: 1e9 }, ...candles(5, 88))
    expect(minutesOf(fold(scrolled, page({ before: openingOf(90), limit: 10 }, answer)))).toEqual(range(88, 105))
    const refilled = fold(INITIAL_PAST, live(5, 100), REQUESTED, live(11, 95))
    const late = page({ before: openingOf(100), limit: 10 }, historyOf(...candles(10, 90)))
    expect(minutesOf(fold(refilled, late))).toEqual(range(90, 106))
  })
})

describe('[CH-51] at most 20,000 candles', () => {
  const full = fold(
    INITIAL_PAST,
    live(500, 30_000),
    REQUESTED,
    page({ before: openingOf(30_000), limit: 19_500 }, historyOf(...candles(19_500, 10_500))),
  )
  const beyond = fold(full, page({ before: openingOf(10_500), limit: 1_000 }, historyOf(...candles(1_000, 9_500))))

  it('are held: the newest go when older ones come, and come back', () => {
    expect(minutesOf(full)).toEqual(range(10_500, 30_500))
    expect(minutesOf(beyond)).toEqual(range(9_500, 9_500 + CHART.maxHeldCandles))
    expect(beyond.isJoined).toBe(false)
    const need = { older: false, newer: true }
    expect(pageNeeded(beyond, need, 2_000, 1_000)).toEqual({ since: openingOf(29_499) + 1, limit: 1_000 })
    const back = fold(
      beyond,
      page({ since: openingOf(29_499) + 1, limit: 1_000 }, historyOf(...candles(1_000, 29_500))),
    )
    expect(back.isJoined).toBe(true)
    expect(minutesOf(back)).toEqual(range(10_500, 30_500))
  })

  it('[CH-52] the newest return at once', () => {
    expect(minutesOf(fold(beyond, live(500, 30_001), { type: 'newest' }))).toEqual(range(30_001, 30_501))
    expect(fold(full, { type: 'newest' })).toBe(full)
  })

  it('hold while the live window moves on', () => {
    expect(minutesOf(fold(full, live(500, 30_100)))).toEqual(range(10_600, 30_600))
  })
})

describe('[CH-53] an outage longer than the live window', () => {
  it('leaves the chart where it was, and the hole is filled from the server', () => {
    const after = fold(scrolled, live(5, 120))
    expect(minutesOf(after)).toEqual(range(90, 105))
    expect(pageNeeded(after, { older: false, newer: true }, 0, 50)).toEqual({ since: openingOf(104) + 1, limit: 50 })
    const filled = fold(after, page({ since: openingOf(104) + 1, limit: 50 }, historyOf(...candles(20, 105))))
    expect(minutesOf(filled)).toEqual(range(90, 125))
  })
})

describe('[CH-54] a failure', () => {
  it.each(['failed', 'malformed', 'not-candles'] as const)('%s keeps the candles and pauses', (kind) => {
    const result: HistoryResult = kind === 'failed' ? { kind, error: 'no answer' } : { kind }
    const failed = fold(scrolled, page({ before: openingOf(90), limit: 10 }, result))
    expect(failed.status).toBe('failed')
    expect(minutesOf(failed)).toEqual(range(90, 105))
    expect(pageNeeded(failed, BOTH, 5_999, 10)).toBeUndefined()
    expect(pageNeeded(failed, BOTH, 6_000, 10)).toEqual({ before: openingOf(90), limit: 10 })
  })
})

describe('[ST-20] a tick', () => {
  const next = candle(105)
  const oldest = openingOf(101)
  const tick = liveOf(candles(5, 101), { kind: 'tick', candles: [next], oldest })

  it('goes on as it is, without older candles', () => {
    expect(fold(INITIAL_PAST, live(5, 100), tick).change).toEqual({ kind: 'tick', candles: [next], oldest })
  })

  it('takes no candle from a chart that holds older ones', () => {
    const after = fold(scrolled, tick)
    expect(after.change).toEqual({ kind: 'tick', candles: [next], oldest: openingOf(90) })
    expect(minutesOf(after)).toEqual(range(90, 106))
  })

  it('takes the oldest from a chart that holds as many as it may', () => {
    const request = { before: openingOf(100), limit: 19_995 }
    const full = fold(INITIAL_PAST, live(5, 100), REQUESTED, page(request, historyOf(...candles(19_995, -19_895))))
    expect(fold(full, tick).change).toEqual({ kind: 'tick', candles: [next], oldest: openingOf(-19_894) })
  })

  it('changes nothing of a chart whose newest candles were dropped', () => {
    const apart = fold(scrolled, live(5, 120))
    expect(apart.change).toEqual(resetOf(candles(15, 90), false))
    const after = fold(apart, liveOf(candles(5, 121), { kind: 'tick', candles: [candle(125)], oldest: openingOf(121) }))
    expect(after.change).toBe(apart.change)
    expect(fold(after, { type: 'newest' }).change).toEqual(resetOf(candles(5, 121)))
  })
})

const LIVE = { l: { candles: windowOf(candles(5, 2_000)), change: resetOf(candles(5, 2_000)) } }
const PAGES: Record<string, HistoryResult> = {
  p: historyOf(...candles(1_000, 1_000)),
  x: { kind: 'failed', error: 'no answer' },
}
const NEEDS: Record<string, PastNeed | 'newest'> = {
  o: { older: true, newer: false },
  n: { older: false, newer: true },
  t: 'newest',
}

const act = (past: PastCandles, need: PastNeed | 'newest' | undefined) => {
  if (need === 'newest') past.toNewest()
  else if (need) past.need(need)
}
const STATUS = { i: 'idle', l: 'loading', f: 'failed' }
/** How many candles a change has: `n` those of the live window, `a` a page more. */
const COUNTS = { n: 5, a: 1_005 }
const countsOf = ({ changes$ }: PastCandles): Observable<number> =>
  changes$.pipe(map(({ candles: changed }) => changed.length))

describe('[CH-50] paging', () => {
  it('asks for a page once, however often the view moves meanwhile', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const page$ = cold('         ---(p|)', PAGES)
      const past = createPastCandles({ live$: hot('l', LIVE), fetchPage: () => page$, now: () => 0 })
      hot('           --o-o-------').subscribe((need) => act(past, NEEDS[need]))
      expectObservable(past.status$).toBe('   i-l--i------', STATUS)
      expectObservable(countsOf(past)).toBe(' n----a------', COUNTS)
      expectSubscriptions(page$.subscriptions).toBe(['--^--!'])
    }))

  it('cancels a page that is overtaken by the way back', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const page$ = cold('         ----(p|)', PAGES)
      const past = createPastCandles({ live$: hot('l', LIVE), fetchPage: () => page$, now: () => 0 })
      hot('           --o-t-------').subscribe((need) => act(past, NEEDS[need]))
      expectObservable(past.status$).toBe('   i-l-i-------', STATUS)
      expectObservable(countsOf(past)).toBe(' n-----------', COUNTS)
      expectSubscriptions(page$.subscriptions).toBe(['--^-!'])
    }))

  it('cancels the page when the chart is gone', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const page$ = cold('         ----(p|)', PAGES)
      const past = createPastCandles({ live$: hot('l', LIVE), fetchPage: () => page$, now: () => 0 })
      hot('           --o---------').subscribe((need) => act(past, NEEDS[need]))
      expectObservable(past.status$, '---!').toBe('i-l', STATUS)
      expectObservable(countsOf(past), '---!').toBe('n', COUNTS)
      expectSubscriptions(page$.subscriptions).toBe(['--^!'])
    }))

  it('[CH-54] asks again for what failed, after a pause', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const page$ = cold('         -(x|)', PAGES)
      const past = createPastCandles({ live$: hot('l', LIVE), fetchPage: () => page$, now: () => asyncScheduler.now() })
      hot('           --o--o 5s o').subscribe((need) => act(past, NEEDS[need]))
      expectObservable(past.status$).toBe('   i-lf 5002ms lf', STATUS)
      expectObservable(countsOf(past)).toBe(' n', COUNTS)
      expectSubscriptions(page$.subscriptions).toBe(['--^!', '5006ms ^!'])
    }))
})
