import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { Result } from '#src/lib/result.ts'
import { resource, type Query, type Resource } from '#src/streams/resource.ts'

/** Queries that are answered by hand, with all states in order. */
function harness() {
  const queries$ = new Subject<Query<string>>()
  const pending: { key: string; signal: AbortSignal; answer: (answer: Result<string>) => void }[] = []
  let now = 0
  const states: Resource<string>[] = []
  const subscription = resource(queries$, () => now).subscribe((state) => states.push(state))
  return {
    states,
    pending,
    subscription,
    ask: (key: string) =>
      queries$.next({
        key,
        load: (signal) => new Promise((answer) => pending.push({ key, signal, answer })),
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
const state = (over: Partial<Resource<string>> & { key?: string } = {}) => ({
  key: undefined,
  value: undefined,
  at: undefined,
  isLoading: false,
  isPrevious: false,
  error: undefined,
  ...over,
})

describe('[AS-6] a resource', () => {
  it('is loading, then loaded, with its time', async () => {
    const { ask, answer, states } = harness()
    ask('a')
    await answer(7, 0, ok('A'))
    expect(states).toEqual([state({ isLoading: true }), state({ key: 'a', value: 'A', at: 7 })])
  })

  it('keeps its value during a reload, also if that fails', async () => {
    const { ask, answer, states } = harness()
    ask('a')
    await answer(7, 0, ok('A'))
    ask('a')
    await answer(9, 1, bad)
    expect(states.slice(2)).toEqual([
      state({ key: 'a', value: 'A', at: 7, isLoading: true }),
      state({ key: 'a', value: 'A', at: 7, error: 'HTTP 503' }),
    ])
  })

  it('marks the value of the previous query until the new one is answered', async () => {
    const { ask, answer, states } = harness()
    ask('a')
    await answer(7, 0, ok('A'))
    ask('b')
    await answer(9, 1, ok('B'))
    expect(states.slice(2)).toEqual([
      state({ key: 'a', value: 'A', at: 7, isLoading: true, isPrevious: true }),
      state({ key: 'b', value: 'B', at: 9 }),
    ])
  })

  it('never shows the value of another query with a failure', async () => {
    const { ask, answer, last } = harness()
    ask('a')
    await answer(7, 0, ok('A'))
    ask('b')
    await answer(9, 1, bad)
    expect(last()).toEqual(state({ key: 'b', error: 'HTTP 503' }))
  })

  it('keeps an error during a retry and clears it on success', async () => {
    const { ask, answer, states } = harness()
    ask('a')
    await answer(1, 0, bad)
    ask('a')
    await answer(2, 1, ok('A'))
    expect(states.slice(1)).toEqual([
      state({ key: 'a', error: 'HTTP 503' }),
      state({ key: 'a', error: 'HTTP 503', isLoading: true }),
      state({ key: 'a', value: 'A', at: 2 }),
    ])
  })

  it('HA-30 aborts the previous query and ignores its late result', async () => {
    const { ask, answer, pending, last } = harness()
    ask('a')
    ask('b')
    expect(pending.map(({ signal }) => signal.aborted)).toEqual([true, false])
    await answer(1, 0, ok('A'))
    expect(last()).toEqual(state({ isLoading: true }))
    await answer(2, 1, ok('B'))
    expect(last()).toEqual(state({ key: 'b', value: 'B', at: 2 }))
  })

  it('aborts when unsubscribed', () => {
    const { ask, pending, subscription } = harness()
    ask('a')
    subscription.unsubscribe()
    expect(pending[0]?.signal.aborted).toBe(true)
  })
})
