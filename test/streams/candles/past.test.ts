import { asyncScheduler, map, type Observable } from 'rxjs'
import { describe, it } from 'vitest'
import { createPastCandles, type PastCandles } from '#src/streams/candles/past.ts'
import type { PastNeed } from '#src/streams/candles/past-window.ts'
import type { HistoryResult } from '#src/streams/index.ts'
import { candles } from '#test/support/data/candles.ts'
import { historyOf } from '#test/support/client/streams.ts'
import { marbles } from '#test/support/client/marbles.ts'

const LIVE = { l: candles(5, 2_000) }
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
/** Number of candles and the state of the latest page: `5 loading`. */
const summaries = (past: PastCandles): Observable<string> =>
  past.window$.pipe(map((window) => `${window.candles.length} ${window.status}`))

describe('[CH-50] paging', () => {
  it('asks for a page once, however often the view moves meanwhile', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const page$ = cold('         ---(p|)', PAGES)
      const past = createPastCandles({ live$: hot('l', LIVE), fetchPage: () => page$, now: () => 0 })
      hot('           --o-o-------').subscribe((need) => act(past, NEEDS[need]))
      expectObservable(summaries(past)).toBe('0-1--2------', ['5 idle', '5 loading', '1005 idle'])
      expectSubscriptions(page$.subscriptions).toBe(['--^--!'])
    }))

  it('cancels a page that is overtaken by the way back', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const page$ = cold('         ----(p|)', PAGES)
      const past = createPastCandles({ live$: hot('l', LIVE), fetchPage: () => page$, now: () => 0 })
      hot('           --o-t-------').subscribe((need) => act(past, NEEDS[need]))
      expectObservable(summaries(past)).toBe('0-1-2-------', ['5 idle', '5 loading', '5 idle'])
      expectSubscriptions(page$.subscriptions).toBe(['--^-!'])
    }))

  it('cancels the page when the chart is gone', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const page$ = cold('         ----(p|)', PAGES)
      const past = createPastCandles({ live$: hot('l', LIVE), fetchPage: () => page$, now: () => 0 })
      hot('           --o---------').subscribe((need) => act(past, NEEDS[need]))
      expectObservable(summaries(past), '---!').toBe('0-1', ['5 idle', '5 loading'])
      expectSubscriptions(page$.subscriptions).toBe(['--^!'])
    }))

  it('[CH-54] asks again for what failed, after a pause', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const page$ = cold('         -(x|)', PAGES)
      const past = createPastCandles({ live$: hot('l', LIVE), fetchPage: () => page$, now: () => asyncScheduler.now() })
      hot('           --o--o 5s o').subscribe((need) => act(past, NEEDS[need]))
      expectObservable(summaries(past)).toBe('0-12 5002ms 12', ['5 idle', '5 loading', '5 failed'])
      expectSubscriptions(page$.subscriptions).toBe(['--^!', '5006ms ^!'])
    }))
})
