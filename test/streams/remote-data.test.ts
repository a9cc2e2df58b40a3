import { NEVER, of, Subject, switchMap, timer, type Observable } from 'rxjs'
import { TestScheduler, type RunHelpers } from 'rxjs/testing'
import { describe, expect, it } from 'vitest'
import { fromAbortable } from '#src/lib/from-abortable.ts'
import type { RemoteData } from '#src/lib/remote-data.ts'
import type { Result } from '#src/lib/result.ts'
import { reloadAfterFailure, remoteData, type Query } from '#src/streams/remote-data.ts'

const data = (part: Partial<RemoteData<string>> = {}): RemoteData<string> => ({
  value: undefined,
  at: undefined,
  isLoading: false,
  isPrevious: false,
  error: undefined,
  ...part,
})
const START = data({ isLoading: true })

/** Runs on virtual time, which is also the wall clock. */
function marbles(test: (helpers: RunHelpers & { readonly now: () => number }) => void): void {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected))
  scheduler.run((helpers) => test({ ...helpers, now: () => scheduler.frame }))
}

const REPLIES: Record<string, Result<string>> = {
  a: { ok: true, value: 'first' },
  b: { ok: true, value: 'second' },
  f: { ok: false, error: 'HTTP 503: Service Unavailable' },
}
type Load = () => Observable<Result<string>>
const once = (load: Load) => of({ key: '', load })
const every = (ms: number, visible$ = of(true)) =>
  visible$.pipe(switchMap((isVisible) => (isVisible ? timer(0, ms) : NEVER)))

/** Requests that are answered in order, the last one repeatedly. */
function asks({ cold }: RunHelpers, ...replies: readonly string[]) {
  let requested = 0
  return () => cold(replies[Math.min(requested++, replies.length - 1)] ?? '', REPLIES)
}

describe('[TG-1] polling', () => {
  it('requests immediately and then at the interval, and records the time of the result', () =>
    marbles((helpers) => {
      const data$ = remoteData({ queries$: once(asks(helpers, '--(a|)', '--(b|)')), due$: every(10), now: helpers.now })
      helpers.expectObservable(data$, '^--------------!').toBe('s-a-------x-b', {
        s: START,
        a: data({ value: 'first', at: 2 }),
        x: data({ value: 'first', at: 2, isLoading: true }),
        b: data({ value: 'second', at: 12 }),
      })
    }))

  it('keeps the last value and its time after a failure, until the next success', () =>
    marbles((helpers) => {
      const ask = asks(helpers, '--(a|)', '--(f|)', '--(b|)')
      const failed = { value: 'first', at: 2, error: 'HTTP 503: Service Unavailable' }
      helpers
        .expectObservable(
          remoteData({ queries$: once(ask), due$: every(10), now: helpers.now }),
          '^-----------------------!',
        )
        .toBe('s-a-------x-f-------y-b', {
          s: START,
          a: data({ value: 'first', at: 2 }),
          x: data({ value: 'first', at: 2, isLoading: true }),
          f: data(failed),
          y: data({ ...failed, isLoading: true }),
          b: data({ value: 'second', at: 22 }),
        })
    }))

  it('never has two requests in flight', () =>
    marbles((helpers) => {
      const slow = helpers.cold('---------------(a|)', REPLIES)
      const data$ = remoteData({ queries$: once(() => slow), due$: every(10), now: helpers.now })
      helpers.expectObservable(data$, '^-----------------!').toBe('s--------------a', {
        s: START,
        a: data({ value: 'first', at: 15 }),
      })
      helpers.expectSubscriptions(slow.subscriptions).toBe('^--------------!')
    }))

  it('repeats on demand, aborts the request in flight, and restarts the interval', () =>
    marbles((helpers) => {
      const question = helpers.cold('---(a|)', REPLIES)
      const again$ = helpers.hot('-r')
      const data$ = remoteData({ queries$: once(() => question), due$: every(10), refresh$: again$, now: helpers.now })
      helpers.expectObservable(data$, '^------------!').toBe('s---a------x', {
        s: START,
        a: data({ value: 'first', at: 4 }),
        x: data({ value: 'first', at: 4, isLoading: true }),
      })
      helpers.expectSubscriptions(question.subscriptions).toBe(['^!', '-^--!', '-----------^-!'])
    }))

  it('pauses while not visible and resumes immediately', () =>
    marbles((helpers) => {
      const question = helpers.cold('(a|)', REPLIES)
      const awake$ = helpers.hot('f----t--------------', { t: true, f: false })
      const data$ = remoteData({ queries$: once(() => question), due$: every(10, awake$), now: helpers.now })
      helpers.expectObservable(data$, '^-------!').toBe('s----a', { s: START, a: data({ value: 'first', at: 5 }) })
      helpers.expectSubscriptions(question.subscriptions).toBe('-----(^!)')
    }))

  it('requests once without an interval', () =>
    marbles((helpers) => {
      const question = helpers.cold('(a|)', REPLIES)
      const data$ = remoteData({ queries$: once(() => question), refresh$: helpers.hot('-----r'), now: helpers.now })
      helpers.expectObservable(data$, '^-------!').toBe('(sa)-(xb)', {
        s: START,
        a: data({ value: 'first', at: 0 }),
        x: data({ value: 'first', at: 0, isLoading: true }),
        b: data({ value: 'first', at: 5 }),
      })
    }))
})

/** Queries that are answered by hand, with all states in order. */
function harness() {
  const queries$ = new Subject<Query<string>>()
  const pending: { key: string; signal: AbortSignal; answer: (answer: Result<string>) => void }[] = []
  let now = 0
  const states: RemoteData<string>[] = []
  const subscription = remoteData({ queries$, now: () => now }).subscribe((state) => states.push(state))
  return {
    states,
    pending,
    subscription,
    ask: (key: string) =>
      queries$.next({
        key,
        load: () => fromAbortable((signal) => new Promise((answer) => pending.push({ key, signal, answer }))),
      }),
    answer: async (at: number, index: number, answer: Result<string>) => {
      now = at
      pending[index]?.answer(answer)
      await Promise.resolve()
      await Promise.resolve()
    },
    last: () => states.at(-1),
  }
}
const ok = (value: string): Result<string> => ({ ok: true, value })
const bad: Result<string> = { ok: false, error: 'HTTP 503' }
describe('[AS-6] a resource', () => {
  it('is loading, then loaded, with its time', async () => {
    const { ask, answer, states } = harness()
    ask('a')
    await answer(7, 0, ok('A'))
    expect(states).toEqual([data({ isLoading: true }), data({ value: 'A', at: 7 })])
  })

  it('keeps its value during a reload, also if that fails', async () => {
    const { ask, answer, states } = harness()
    ask('a')
    await answer(7, 0, ok('A'))
    ask('a')
    await answer(9, 1, bad)
    expect(states.slice(2)).toEqual([
      data({ value: 'A', at: 7, isLoading: true }),
      data({ value: 'A', at: 7, error: 'HTTP 503' }),
    ])
  })

  it('marks the value of the previous query until the new one is answered', async () => {
    const { ask, answer, states } = harness()
    ask('a')
    await answer(7, 0, ok('A'))
    ask('b')
    await answer(9, 1, ok('B'))
    expect(states.slice(2)).toEqual([
      data({ value: 'A', at: 7, isLoading: true, isPrevious: true }),
      data({ value: 'B', at: 9 }),
    ])
  })

  it('never shows the value of another query with a failure', async () => {
    const { ask, answer, last } = harness()
    ask('a')
    await answer(7, 0, ok('A'))
    ask('b')
    await answer(9, 1, bad)
    expect(last()).toEqual(data({ error: 'HTTP 503' }))
  })

  it('keeps an error during a retry and clears it on success', async () => {
    const { ask, answer, states } = harness()
    ask('a')
    await answer(1, 0, bad)
    ask('a')
    await answer(2, 1, ok('A'))
    expect(states.slice(1)).toEqual([
      data({ error: 'HTTP 503' }),
      data({ error: 'HTTP 503', isLoading: true }),
      data({ value: 'A', at: 2 }),
    ])
  })

  it('HA-30 aborts the previous query and ignores its late result', async () => {
    const { ask, answer, pending, last } = harness()
    ask('a')
    ask('b')
    expect(pending.map(({ signal }) => signal.aborted)).toEqual([true, false])
    await answer(1, 0, ok('A'))
    expect(last()).toEqual(data({ isLoading: true }))
    await answer(2, 1, ok('B'))
    expect(last()).toEqual(data({ value: 'B', at: 2 }))
  })

  it('aborts when unsubscribed', () => {
    const { ask, pending, subscription } = harness()
    ask('a')
    subscription.unsubscribe()
    expect(pending[0]?.signal.aborted).toBe(true)
  })
})

describe('[AS-18] when the connection is restored', () => {
  it('what failed is loaded again, what did not is left alone', () =>
    marbles((helpers) => {
      const ask = asks(helpers, '--(f|)', '--(a|)', '--(b|)')
      const restored$ = helpers.hot('-----r----r---')
      const source = reloadAfterFailure<string, string>(
        (refresh$) => remoteData({ queries$: once(ask), refresh$, now: helpers.now }),
        restored$,
      )
      const error = 'HTTP 503: Service Unavailable'
      helpers.expectObservable(source(NEVER), '^------------!').toBe('s-f--l-a', {
        s: START,
        f: data({ error }),
        l: data({ error, isLoading: true }),
        a: data({ value: 'first', at: 7 }),
      })
    }))
})
