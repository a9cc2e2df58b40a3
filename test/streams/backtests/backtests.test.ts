import { NEVER, of } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { BacktestStatus } from '#contract/backtests/jobs.ts'
import { createBacktests } from '#src/streams/backtests/backtests.ts'
import type { BacktestApi } from '#src/streams/backtests/api.ts'
import { marbles } from '#test/support/client/marbles.ts'
import { dataSet, job } from '#test/support/data/backtest-samples.ts'

/** An API whose list has one backtest, and that notes when it is asked. */
function apiOf(statusAt: (call: number) => BacktestStatus, now: () => number) {
  const asked: number[] = []
  const done = () => Promise.resolve({ ok: true as const, value: undefined })
  const api: BacktestApi = {
    list: () => {
      asked.push(now())
      return of({ ok: true, value: [job({ status: statusAt(asked.length) })] })
    },
    dataSets: () => of({ ok: true, value: [dataSet()] }),
    one: () => of({ ok: true, value: { backtest: job(), result: null } }),
    start: () => Promise.resolve({ ok: true, value: 'b-2' }),
    rename: done,
    pause: done,
    resume: done,
    cancel: done,
    remove: () => Promise.resolve({ ok: false, error: { text: 'refused', status: 409 } }),
  }
  return { api, asked }
}

describe('[BT-50] the list', () => {
  it('is loaded every second while one runs, and every five otherwise', () => {
    marbles(({ expectObservable, flush, cold }) => {
      const now = () => performance.now()
      const { api, asked } = apiOf(
        (call) => (call < 4 ? 'running' : 'done'),
        () => asked.length,
      )
      const { list } = createBacktests({ api, visible$: cold('a', { a: true }), now })
      expectObservable(list(cold('-')), '14999ms !')
      flush()
      // At 0 to 3 s while it ran, then at 5 and 10 s.
      expect(asked).toHaveLength(6)
    })
  })

  it('[BT-36] is loaded every five seconds while one is paused', () => {
    marbles(({ expectObservable, flush, cold }) => {
      const { api, asked } = apiOf(
        () => 'paused',
        () => 0,
      )
      const { list } = createBacktests({ api, visible$: cold('a', { a: true }), now: () => 0 })
      expectObservable(list(cold('-')), '9999ms !')
      flush()
      expect(asked).toHaveLength(2)
    })
  })

  it('is not loaded while the page is hidden', () => {
    marbles(({ expectObservable, flush, cold }) => {
      const { api, asked } = apiOf(
        () => 'done',
        () => 0,
      )
      const { list } = createBacktests({ api, visible$: cold('a 2s b', { a: true, b: false }), now: () => 0 })
      expectObservable(list(cold('-')), '30s !')
      flush()
      expect(asked).toHaveLength(1)
    })
  })

  it('is loaded after a change, and not after a refused one', async () => {
    const { api, asked } = apiOf(
      () => 'done',
      () => 0,
    )
    const backtests = createBacktests({ api, visible$: of(true), now: () => 0 })
    const turn = () => new Promise((resolve) => setTimeout(resolve, 0))
    const subscription = backtests.list(NEVER).subscribe()
    await turn()
    const counts = [asked.length]
    for (const change of [() => backtests.cancel('b-1'), () => backtests.remove('b-1')]) {
      await change()
      await turn()
      counts.push(asked.length)
    }
    subscription.unsubscribe()

    expect(counts).toEqual([1, 2, 2])
  })
})
