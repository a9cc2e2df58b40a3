import { describe, expect, it } from 'vitest'
import { TestScheduler, type RunHelpers } from 'rxjs/testing'
import type { Result } from '#src/lib/result.ts'
import { polled, type PollState } from '#src/streams/polled.ts'

/** Runs on virtual time, which is also the wall clock. */
function marbles(test: (helpers: RunHelpers & { readonly now: () => number }) => void): void {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected))
  scheduler.run((helpers) => test({ ...helpers, now: () => scheduler.frame }))
}

type Held = PollState<string, string>
type Reply = Result<string>
const REPLIES: Record<string, Reply> = {
  a: { ok: true, value: 'first' },
  b: { ok: true, value: 'second' },
  f: { ok: false, error: 'HTTP 503: Service Unavailable' },
}
const held = (part: Partial<Held>): Held => ({
  value: undefined,
  at: undefined,
  failure: undefined,
  isFetching: false,
  ...part,
})
const START = held({ isFetching: true })

/** Requests that are answered in order, the last one repeatedly. */
function asks({ cold }: RunHelpers, ...replies: readonly string[]) {
  let requested = 0
  return () => cold(replies[Math.min(requested++, replies.length - 1)] ?? '', REPLIES)
}

describe('[TG-1] polling', () => {
  it('requests immediately and then at the interval, and records the time of the result', () =>
    marbles((helpers) => {
      const polled$ = polled({ fetch: asks(helpers, '--(a|)', '--(b|)'), everyMs: 10, now: helpers.now })
      helpers.expectObservable(polled$, '^--------------!').toBe('s-a-------x-b', {
        s: START,
        a: held({ value: 'first', at: 2 }),
        x: held({ value: 'first', at: 2, isFetching: true }),
        b: held({ value: 'second', at: 12 }),
      })
    }))

  it('keeps the last value and its time after a failure, until the next success', () =>
    marbles((helpers) => {
      const ask = asks(helpers, '--(a|)', '--(f|)', '--(b|)')
      const failed = { value: 'first', at: 2, failure: 'HTTP 503: Service Unavailable' }
      helpers
        .expectObservable(polled({ fetch: ask, everyMs: 10, now: helpers.now }), '^-----------------------!')
        .toBe('s-a-------x-f-------y-b', {
          s: START,
          a: held({ value: 'first', at: 2 }),
          x: held({ value: 'first', at: 2, isFetching: true }),
          f: held(failed),
          y: held({ ...failed, isFetching: true }),
          b: held({ value: 'second', at: 22 }),
        })
    }))

  it('never has two requests in flight', () =>
    marbles((helpers) => {
      const slow = helpers.cold('---------------(a|)', REPLIES)
      const polled$ = polled({ fetch: () => slow, everyMs: 10, now: helpers.now })
      helpers.expectObservable(polled$, '^-----------------!').toBe('s--------------a', {
        s: START,
        a: held({ value: 'first', at: 15 }),
      })
      helpers.expectSubscriptions(slow.subscriptions).toBe('^--------------!')
    }))

  it('repeats on demand, aborts the request in flight, and restarts the interval', () =>
    marbles((helpers) => {
      const question = helpers.cold('---(a|)', REPLIES)
      const again$ = helpers.hot('-r')
      const polled$ = polled({ fetch: () => question, everyMs: 10, refresh$: again$, now: helpers.now })
      helpers.expectObservable(polled$, '^------------!').toBe('s---a------x', {
        s: START,
        a: held({ value: 'first', at: 4 }),
        x: held({ value: 'first', at: 4, isFetching: true }),
      })
      helpers.expectSubscriptions(question.subscriptions).toBe(['^!', '-^--!', '-----------^-!'])
    }))

  it('pauses while not visible and resumes immediately', () =>
    marbles((helpers) => {
      const question = helpers.cold('(a|)', REPLIES)
      const awake$ = helpers.hot('f----t--------------', { t: true, f: false })
      const polled$ = polled({ fetch: () => question, everyMs: 10, visible$: awake$, now: helpers.now })
      helpers.expectObservable(polled$, '^-------!').toBe('s----a', { s: START, a: held({ value: 'first', at: 5 }) })
      helpers.expectSubscriptions(question.subscriptions).toBe('-----(^!)')
    }))

  it('requests once without an interval', () =>
    marbles((helpers) => {
      const question = helpers.cold('(a|)', REPLIES)
      const polled$ = polled({ fetch: () => question, refresh$: helpers.hot('-----r'), now: helpers.now })
      helpers.expectObservable(polled$, '^-------!').toBe('(sa)-(xb)', {
        s: START,
        a: held({ value: 'first', at: 0 }),
        x: held({ value: 'first', at: 0, isFetching: true }),
        b: held({ value: 'first', at: 5 }),
      })
    }))
})
