import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { RunHelpers } from 'rxjs/testing'
import type { StreamMessage, StreamMetadata } from '#contract/streams.ts'
import type { StreamApi } from '#src/streams/records/api.ts'
import type { StreamEntry } from '#src/streams/records/entry.ts'
import type { PollEvent } from '#src/streams/records/polling.ts'
import { createOnDemandFetch, type HistoryProgress } from '#src/streams/records/on-demand-fetch.ts'
import { marbles } from '#test/support/client/marbles.ts'

const metadata: StreamMetadata = { length: 3, last_generated_id: '5-0', timestamp: 1 }
const message = (id: string): StreamMessage => ({ message_id: id, data: { Analysis: { rsi: 1 } }, timestamp: 1 })
const ok = <T>(value: T) => ({ ok: true, value }) as const
const bad = { ok: false, error: 'HTTP 503: Service Unavailable' } as const

const entry = (id: string | undefined, timestamp: number, key = 'k'): StreamEntry => ({
  key,
  data: { Analysis: { rsi: timestamp } },
  messageId: id,
  seq: undefined,
  epoch: undefined,
  timestamp,
  provenance: undefined,
  receivedAt: timestamp,
  source: 'live',
})

/** Each call takes two frames. Logs what reaches the records. */
function onDemandFetchOf({ cold }: RunHelpers, part: Partial<StreamApi> = {}, held: readonly string[] = []) {
  const received: (PollEvent | string)[] = []
  const known = new Set(held)
  const entries = new Subject<StreamEntry>()
  const fetching = createOnDemandFetch(
    {
      list: () => cold('--(l|)', { l: ok(['a', 'b', 'b']) }),
      metadata: () => cold('--(m|)', { m: ok(metadata) }),
      latest: (key) => cold('--(n|)', { n: ok(message(`${key}-1`)) }),
      recent: () => cold('--(r|)', { r: ok([message('2-0'), message('1-0')]) }),
      ...part,
    },
    {
      lastId: () => undefined,
      isHeld: (key) => known.has(key),
      applyPollEvent: (polled) => {
        received.push(polled)
        if ('key' in polled) known.add(polled.key)
      },
      applyMessage: (key, { message_id }) => received.push(`${key} ${message_id}`),
      reportFetchFailure: (error) => received.push(error),
      accepted$: entries,
    },
  )
  const running = fetching.start()
  const kinds = () => received.map((each) => (typeof each === 'string' ? each : [each.kind, 'key' in each && each.key]))
  return { fetching, kinds, take: (each: StreamEntry) => entries.next(each), end: () => running.unsubscribe() }
}

describe('[MO-10] monitoring', () => {
  it('reads the list every five seconds and fetches new streams, shared by all subscribers', () =>
    marbles((helpers) => {
      const { fetching, kinds } = onDemandFetchOf(helpers, {}, ['b'])
      helpers.expectObservable(fetching.discovery$, '^ 11s !').toBe('')
      helpers.expectObservable(fetching.discovery$, '- ^ 11s !').toBe('')
      helpers.flush()
      expect(kinds()).toEqual([
        ['metadata', 'a'],
        ['message', 'a'],
      ])
    }))

  it('reports a failed list and continues', () =>
    marbles((helpers) => {
      const { fetching, kinds } = onDemandFetchOf(helpers, { list: () => helpers.cold('--(l|)', { l: bad }) })
      helpers.expectObservable(fetching.discovery$, '^ 6s !').toBe('')
      helpers.flush()
      expect(kinds()).toEqual([
        ['unlisted', false],
        ['unlisted', false],
      ])
    }))

  it('stops when unsubscribed or when the session ends', () =>
    marbles((helpers) => {
      const list = helpers.cold('----(l|)', { l: ok([]) })
      const { fetching, end } = onDemandFetchOf(helpers, { list: () => list })
      helpers.expectObservable(fetching.discovery$, '^ 5001ms !').toBe('')
      helpers.expectSubscriptions(list.subscriptions).toBe(['^-!', '5s ^-!'])
      helpers.cold('--(x|)').subscribe(end)
    }))
})

describe('[MO-11] the latest message', () => {
  const result = (helpers: RunHelpers, part: Partial<StreamApi>, marble: string, values: Record<string, unknown>) => {
    const { fetching, kinds } = onDemandFetchOf(helpers, part)
    helpers.expectObservable(fetching.fetchLatest('k')).toBe(marble, values)
    helpers.flush()
    return kinds()
  }

  it('is read with its metadata', () =>
    marbles((helpers) => {
      expect(result(helpers, {}, '----(a|)', { a: { kind: 'message' } })).toEqual([
        ['message', 'k'],
        ['metadata', 'k'],
      ])
    }))

  it('may be missing', () =>
    marbles((helpers) => {
      const latest = () => helpers.cold('--(n|)', { n: ok(null) })
      expect(result(helpers, { latest }, '----(a|)', { a: { kind: 'empty' } })).toEqual([['metadata', 'k']])
    }))

  it('marks the stream as failed if it or the metadata fails', () =>
    marbles((helpers) => {
      const failing = () => helpers.cold('--(n|)', { n: bad })
      const failed = { a: { kind: 'failed', error: bad.error } }
      expect(result(helpers, { metadata: failing }, '----(a|)', failed)).toEqual([
        ['message', 'k'],
        ['failed', 'k'],
      ])
    }))
})

describe('[MO-12] loading a history', () => {
  const progress = (total: number, done: number, failed: number, messages: number): HistoryProgress => ({
    total,
    done,
    failed,
    messages,
  })

  it('requests four streams at once, reports progress, and emits the oldest messages first', () =>
    marbles((helpers) => {
      const requested: string[] = []
      const { fetching, kinds } = onDemandFetchOf(helpers, {
        recent: (key, count) => {
          requested.push(`${key} ${count}`)
          if (key === 'c') return helpers.cold('8ms (r|)', { r: bad })
          return helpers.cold('8ms (r|)', { r: ok([message('2-0'), message('1-0')]) })
        },
      })
      helpers.expectObservable(fetching.loadHistory(['a', 'b', 'c', 'd', 'e'], 10)).toBe('s 7ms (abcd) 2ms (e|)', {
        s: progress(5, 0, 0, 0),
        a: progress(5, 1, 0, 2),
        b: progress(5, 2, 0, 4),
        c: progress(5, 3, 1, 4),
        d: progress(5, 4, 1, 6),
        e: progress(5, 5, 1, 8),
      })
      helpers.flush()
      expect(requested).toEqual(['a 10', 'b 10', 'c 10', 'd 10', 'e 10'])
      expect(kinds().slice(0, 6)).toEqual(['a 1-0', 'a 2-0', 'b 1-0', 'b 2-0', bad.error, 'd 1-0'])
    }))

  it('requests at most 25 messages and stops when cancelled', () =>
    marbles((helpers) => {
      const requested: number[] = []
      const recent = helpers.cold('-----(r|)', { r: ok([]) })
      const { fetching } = onDemandFetchOf(helpers, {
        recent: (_, count) => {
          requested.push(count)
          return recent
        },
      })
      helpers.expectObservable(fetching.loadHistory(['a', 'b', 'c', 'd', 'e'], 40), '^--!').toBe('s', {
        s: progress(5, 0, 0, 0),
      })
      helpers.expectSubscriptions(recent.subscriptions).toBe(['^--!', '^--!', '^--!', '^--!'])
      helpers.flush()
      expect(requested).toEqual([25, 25, 25, 25])
    }))
})

describe('[MO-13] the recent messages of a stream', () => {
  const ids = (entries: readonly StreamEntry[]) => entries.map(({ messageId, timestamp }) => messageId ?? timestamp)
  const watching = (add: (world: ReturnType<typeof onDemandFetchOf>) => void) => {
    const seen: (string | number)[][] = []
    marbles((helpers) => {
      const world = onDemandFetchOf(helpers)
      const watched = world.fetching.history('k').subscribe((entries) => seen.push(ids(entries)))
      add(world)
      watched.unsubscribe()
    })
    return seen
  }

  it('are the newest 25 while subscribed, each once, newest first', () => {
    const seen = watching(({ take }) => {
      for (const at of [5, 3, 4, 4, 9]) take(entry(`${at}-0`, at))
      take(entry('1-0', 1, 'other'))
    })
    expect(seen.slice(0, 4)).toEqual([[], ['5-0'], ['5-0', '3-0'], ['5-0', '4-0', '3-0']])
    expect(seen.at(-1)).toEqual(['9-0', '5-0', '4-0', '3-0'])
    const many = watching(({ take }) => {
      for (let at = 0; at < 40; at += 1) take(entry(`${at}-0`, at))
    })
    expect(many.at(-1)).toEqual(Array.from({ length: 25 }, (_, index) => `${39 - index}-0`))
  })

  it('contain only the newest running value', () => {
    const seen = watching(({ take }) => {
      take(entry('1-0', 1))
      take(entry(undefined, 2))
      take(entry(undefined, 3))
    })
    expect(seen).toEqual([[], ['1-0'], [2, '1-0'], [3, '1-0']])
  })

  it('are empty without subscribers and after the end of the session', () => {
    marbles((helpers) => {
      const { fetching, take } = onDemandFetchOf(helpers)
      take(entry('1-0', 1))
      helpers.expectObservable(fetching.history('k')).toBe('(a-)', { a: [] })
    })
    const seen = watching(({ take, end }) => {
      take(entry('1-0', 1))
      end()
    })
    expect(seen).toEqual([[], ['1-0'], []])
  })
})
