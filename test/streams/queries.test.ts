import { BehaviorSubject, NEVER, of } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { failure, success, type Result } from '#src/lib/result.ts'
import { createQueries } from '#src/streams/queries.ts'
import { marbles } from '#test/support/client/marbles.ts'

const PERIOD = { ms: 1_000, when: (status: string) => status === 'running' }

/** A load that counts its calls and says how something goes then. */
function counted(statusAt: (call: number) => string = () => 'done') {
  const counter = { calls: 0 }
  const load = () => {
    counter.calls += 1
    return of<Result<string, { status: number | undefined }>>(success(statusAt(counter.calls)))
  }
  return { counter, load }
}

describe('[BT-50] what is loaded every so often', () => {
  it('is loaded more often while something of it runs', () => {
    marbles(({ expectObservable, flush, cold }) => {
      const { counter, load } = counted((call) => (call < 4 ? 'running' : 'done'))
      const { every } = createQueries({ visible$: cold('a', { a: true }), now: () => 0 })
      expectObservable(every(5_000, load, PERIOD)(cold('-')), '14999ms !')
      flush()
      // At 0 to 3 s while it ran, then at 5 and 10 s.
      expect(counter.calls).toBe(6)
    })
  })

  it('[BT-36] is loaded at its period while nothing of it runs', () => {
    marbles(({ expectObservable, flush, cold }) => {
      const { counter, load } = counted(() => 'paused')
      const { every } = createQueries({ visible$: cold('a', { a: true }), now: () => 0 })
      expectObservable(every(5_000, load, PERIOD)(cold('-')), '9999ms !')
      flush()
      expect(counter.calls).toBe(2)
    })
  })

  it('is not loaded while the page is hidden, and at once when it is shown', () => {
    marbles(({ expectObservable, flush, cold }) => {
      const { counter, load } = counted()
      const visible$ = cold('a 2s b 20s a', { a: true, b: false })
      const { every } = createQueries({ visible$, now: () => 0 })
      expectObservable(every(5_000, load)(cold('-')), '23s !')
      flush()
      expect(counter.calls).toBe(2)
    })
  })

  it('is loaded after a change and one without a response, and not after a refused one', async () => {
    const { counter, load } = counted()
    const { every, once, change } = createQueries({ visible$: of(true), now: () => 0 })
    const turn = () => new Promise((resolve) => setTimeout(resolve, 0))
    const single = counted()
    const subscription = every(60_000, load)(NEVER).subscribe()
    subscription.add(once(single.load)(NEVER).subscribe())
    await turn()
    const counts = [counter.calls]
    const results: Result<string, { status: number | undefined }>[] = [
      success('ok'),
      failure({ status: undefined }),
      failure({ status: 409 }),
    ]
    for (const result of results) {
      expect(await change(Promise.resolve(result), ({ status }) => status !== undefined)).toEqual(result)
      await turn()
      counts.push(counter.calls)
    }
    subscription.unsubscribe()

    expect(counts).toEqual([1, 2, 3, 3])
    expect(single.counter.calls).toBe(1)
  })
})

it('the value of the latest input stays until that of the next is loaded', () => {
  marbles(({ expectObservable, cold }) => {
    const { latest } = createQueries({ visible$: NEVER, now: () => 0 })
    const source = latest(cold('a 9ms a 9ms b', { a: { n: 1 }, b: { n: 2 } }), ({ n }) =>
      cold<Result<number>>('-(x|)', { x: success(n) }),
    )
    const first = { value: undefined, at: undefined, isLoading: true, isPrevious: false, error: undefined }
    const one = { value: 1, at: 0, isLoading: false, isPrevious: false, error: undefined }
    expectObservable(source(cold('-'))).toBe('fg 18ms hi', {
      f: first,
      g: one,
      h: { ...one, isLoading: true, isPrevious: true },
      i: { ...one, value: 2 },
    })
  })
})

describe('[PT-21] what a live feed says', () => {
  const answer = (value: number) => success(value)
  const isOlder = (value: number, before: number) => value < before

  it('replaces polling: data are loaded when it says that they changed, at most once a second', () => {
    marbles(({ expectObservable, flush, cold }) => {
      const { counter, load } = counted()
      const feed = { isLive$: cold('a 20s b', { a: true, b: false }), changes$: cold('3s x 50ms x 50ms x 4s x') }
      const { every } = createQueries({ visible$: cold('a', { a: true }), now: () => 0, feed })
      expectObservable(every(5_000, load)(cold('-')), '30999ms !')
      flush()
      // At the start, at 3 s, a second later, at 7.1 s; then, polled, at 20, 25 and 30 s.
      expect(counter.calls).toBe(7)
    })
  })

  it('is loaded once more if it was being loaded when the feed went live, and when that had news', () => {
    marbles(({ expectObservable, flush, cold }) => {
      const counter = { calls: 0 }
      const load = () => {
        counter.calls += 1
        return cold<Result<number>>('3s (x|)', { x: success(counter.calls) })
      }
      const feed = { isLive$: cold('a 1s b', { a: false, b: true }), changes$: cold('4s x') }
      const { every } = createQueries({ visible$: cold('a', { a: true }), now: () => 0, feed })
      expectObservable(every(5_000, load)(cold('-')), '59s !')
      flush()
      // At 0 s, and as each of these ends: it had gone live at 1 s, and said something at 4 s.
      expect(counter.calls).toBe(3)
    })
  })

  it('is followed although the value was being loaded when the feed went live', () => {
    marbles(({ expectObservable, cold }) => {
      const isLive$ = new BehaviorSubject(false)
      cold('5ms a').subscribe(() => isLive$.next(true))
      const { pushed } = createQueries({
        visible$: cold('a', { a: true }),
        now: () => 0,
        feed: { isLive$, changes$: NEVER },
      })
      const load = () => cold<Result<number>>('10ms (x|)', { x: answer(3) })
      const news$ = cold<Result<number>>('20ms a', { a: answer(4) })
      const loading = { value: undefined, at: undefined, isLoading: true, isPrevious: false, error: undefined }
      const one = { value: 3, at: 0, isLoading: false, isPrevious: false, error: undefined }
      expectObservable(pushed(40, load, news$, isOlder)(cold('-')), '95ms !').toBe('f 9ms a 9ms b', {
        f: loading,
        a: one,
        b: { ...one, value: 4 },
      })
    })
  })

  it('is the value itself, unless it is older than one that is known; a failure keeps the last', () => {
    marbles(({ expectObservable, cold }) => {
      const isLive$ = new BehaviorSubject(true)
      cold('60ms a').subscribe(() => isLive$.next(false))
      const feed = { isLive$, changes$: NEVER }
      const { pushed } = createQueries({ visible$: cold('a', { a: true }), now: () => 0, feed })
      const load = () => cold<Result<number>>('10ms (x|)', { x: answer(3) })
      const news$ = cold<Result<number>>('20ms a 9ms b 9ms c 9ms d', {
        a: answer(4),
        b: answer(2),
        c: failure('unreadable'),
        d: answer(5),
      })
      const loading = { value: undefined, at: undefined, isLoading: true, isPrevious: false, error: undefined }
      const one = { value: 3, at: 0, isLoading: false, isPrevious: false, error: undefined }
      expectObservable(pushed(40, load, news$, isOlder)(cold('-')), '95ms !').toBe(
        'f 9ms a 9ms b 19ms c 9ms d 9ms e 9ms g',
        {
          f: loading,
          a: one,
          b: { ...one, value: 4 },
          c: { ...one, value: 4, error: 'unreadable' },
          d: { ...one, value: 5 },
          // No longer live: loaded again at its period.
          e: { ...one, value: 5, isLoading: true },
          g: one,
        },
      )
    })
  })
})
