import { describe, expect, it } from 'vitest'
import { Observable } from 'rxjs'
import type { RunHelpers } from 'rxjs/testing'
import type { StreamMessage, StreamMetadata } from '#contract/streams.ts'
import type { StreamApi } from '#src/streams/records/api.ts'
import { pollStreams, type PollEvent } from '#src/streams/records/polling.ts'
import { marbles } from '#test/support/client/marbles.ts'

const metadata: StreamMetadata = { length: 3, last_generated_id: '5-0', timestamp: 1 }
const message: StreamMessage = { message_id: '5-0', data: { Analysis: { rsi: 1 } }, timestamp: 1 }
const ok = <T>(value: T) => ({ ok: true, value }) as const
const bad = { ok: false, error: 'HTTP 503: Service Unavailable' } as const

/** Each call takes two frames. */
function apiOf({ cold }: RunHelpers, keys: readonly string[], part: Partial<StreamApi> = {}): StreamApi {
  return {
    list: () => cold('--(l|)', { l: ok(keys) }),
    metadata: () => cold('--(m|)', { m: ok(metadata) }),
    latest: () => cold('--(n|)', { n: ok(message) }),
    recent: () => cold('-'),
    ...part,
  }
}

const VALUES: Record<string, PollEvent> = {
  m: { kind: 'metadata', key: 'k', metadata },
  n: { kind: 'message', key: 'k', message },
  f: { kind: 'failed', key: 'k', error: bad.error },
  u: { kind: 'unlisted', error: bad.error },
  y: { kind: 'done', hasAnswered: true },
  z: { kind: 'done', hasAnswered: false },
}

describe('[ST-25] polling', () => {
  const poll = (helpers: RunHelpers, api: StreamApi, due: string, over = '-', held?: string) => {
    const due$ = helpers.hot(due)
    const over$ = helpers.hot(over)
    return {
      due$,
      over$,
      polled$: pollStreams({ api, due$, stop$: over$, lastId: () => held, isSelected: () => true }),
    }
  }

  it('HA-31 lists, measures, reads, and never overlaps', () =>
    marbles((helpers) => {
      const { polled$ } = poll(helpers, apiOf(helpers, ['k']), 'a-b-c-d----')
      helpers.expectObservable(polled$).toBe('       ----m-(ny)-', VALUES)
    }))

  it('polls again once it is done', () =>
    marbles((helpers) => {
      const { polled$ } = poll(helpers, apiOf(helpers, ['k']), 'a------b------', '-', '5-0')
      helpers.expectObservable(polled$).toBe('             ----(my)---(my)', VALUES)
    }))

  it('does not read unchanged streams', () =>
    marbles((helpers) => {
      const { polled$ } = poll(helpers, apiOf(helpers, ['k']), 'a----------', '-', '5-0')
      helpers.expectObservable(polled$).toBe('       ----(my)---', VALUES)
    }))

  it('emits no message for a stream without one', () =>
    marbles((helpers) => {
      const api = apiOf(helpers, ['k'], { latest: () => helpers.cold('--(n|)', { n: ok(null) }) })
      helpers.expectObservable(poll(helpers, api, 'a').polled$).toBe('----m-y', VALUES)
    }))

  it('HA-22 isolates a failing stream', () =>
    marbles((helpers) => {
      const api = apiOf(helpers, ['bad', 'k'], {
        metadata: (key) => helpers.cold('--(m|)', { m: key === 'bad' ? bad : ok(metadata) }),
      })
      const failed = { kind: 'failed', key: 'bad', error: bad.error } as const
      helpers.expectObservable(poll(helpers, api, 'a', '-', '5-0').polled$).toBe('----(fmy)', { ...VALUES, f: failed })
    }))

  it('HA-23 fails without a list, and polls again', () =>
    marbles((helpers) => {
      const api = apiOf(helpers, ['k'], { list: () => helpers.cold('--(l|)', { l: bad }) })
      helpers.expectObservable(poll(helpers, api, 'a-----b----').polled$).toBe('--(uz)--(uz)', VALUES)
    }))

  it('reports an answer only if some stream answered', () =>
    marbles((helpers) => {
      const api = apiOf(helpers, ['k'], { metadata: () => helpers.cold('--(m|)', { m: bad }) })
      helpers.expectObservable(poll(helpers, api, 'a').polled$).toBe('----(fz)', VALUES)
    }))

  it('treats an empty list as an answer', () =>
    marbles((helpers) => {
      helpers.expectObservable(poll(helpers, apiOf(helpers, []), 'a').polled$).toBe('--y', VALUES)
    }))

  it('is aborted with its calls when the socket is back', () =>
    marbles((helpers) => {
      const list$ = helpers.cold('-----(l|)', { l: ok(['k']) })
      const api = apiOf(helpers, [], { list: () => list$ })
      const { polled$, due$, over$ } = poll(helpers, api, 'a------------', '---x---------')
      helpers.expectObservable(polled$, '^-----------!').toBe('-------------')
      helpers.expectSubscriptions(list$.subscriptions).toBe('^--!')
      helpers.expectSubscriptions(due$.subscriptions).toBe('^-----------!')
      helpers.expectSubscriptions(over$.subscriptions).toBe('^--!')
    }))

  it('requests at most four streams at once, each key once', () =>
    marbles((helpers) => {
      const { cold, expectObservable, flush } = helpers
      let open = 0
      let most = 0
      const requested: string[] = []
      const counting = (key: string) =>
        new Observable<{ readonly ok: true; readonly value: StreamMetadata }>((subscriber) => {
          requested.push(key)
          open += 1
          most = Math.max(most, open)
          subscriber.add(cold('---(m|)', { m: ok(metadata) }).subscribe(subscriber))
          return () => void (open -= 1)
        })
      const keys = Array.from({ length: 11 }, (_, index) => `k${index}`)
      const api = apiOf(helpers, [...keys, ...keys], { metadata: counting })
      expectObservable(poll(helpers, api, 'a', '-', '5-0').polled$)
      flush()
      expect([most, open, requested]).toEqual([4, 0, keys])
    }))
})
