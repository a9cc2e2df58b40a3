import { describe, expect, it } from 'vitest'
import { asyncScheduler } from 'rxjs'
import type { RunHelpers } from 'rxjs/testing'
import type { SystemStatus } from '#contract/messages.ts'
import type { ReceivedMessage, Gap } from '#src/streams/message-router.ts'
import { DISCONTINUITY, detectGaps, fillGaps } from '#src/streams/records/gap-fill.ts'
import { foldStream, isBehind, type StreamState } from '#src/streams/records/fold.ts'
import { inertPorts } from '#test/support/client/inert-ports.ts'
import { marbles } from '#test/support/client/marbles.ts'
import { resumptionOf } from '#src/streams/records/record.ts'

const gap = (stream: string, part: Partial<Gap> = {}): Gap => ({
  feed: 'analytics',
  type: 'AnalyticsUpdate',
  stream,
  ...part,
})
const holding = (messageId: string | undefined): StreamState | undefined =>
  messageId === undefined
    ? undefined
    : foldStream(undefined, {
        type: 'live',
        entry: {
          key: 'a',
          data: 1,
          messageId,
          seq: undefined,
          epoch: undefined,
          timestamp: 1,
          provenance: undefined,
          receivedAt: 1,
          source: 'live',
        },
      })
const status = (
  data: Partial<SystemStatus['data']>,
  feed: ReceivedMessage['feed'] = 'analytics',
): ReceivedMessage<SystemStatus> => ({
  message: { type: 'SystemStatus', timestamp: 1, data: { status: 'running', ...data } },
  feed,
  receivedAt: 1,
})

describe('[ST-27] streams to reload', () => {
  function watch(
    { hot }: RunHelpers,
    { gaps = '-', statuses = '-', held = '5-0' as string | undefined, closed = [] as string[] },
    values: Record<string, Gap | ReceivedMessage<SystemStatus>>,
  ) {
    const gaps$ = hot<Gap>(gaps, values as Record<string, Gap>)
    const statuses$ = hot<ReceivedMessage<SystemStatus>>(
      statuses,
      values as Record<string, ReceivedMessage<SystemStatus>>,
    )
    return detectGaps({
      router: { gaps$, statuses$, hasGap: (_, stream) => !closed.includes(stream) },
      timers: asyncScheduler,
      isBehind: (_, id) => isBehind(holding(held), id),
      observedKeys: () => ['x', 'y'],
    })
  }

  it('WS-23 are those with open gaps, together after a second', () =>
    marbles((helpers) => {
      const values = { a: gap('a'), b: gap('b'), c: gap('closed'), l: gap('l', { feed: 'tdp', type: 'LiveUpdate' }) }
      const gaps$ = watch(helpers, { gaps: 'abacl', closed: ['closed'] }, values)
      helpers.expectObservable(gaps$).toBe('1s k', { k: { keys: ['a', 'b'] } })
    }))

  it('contain only the stream of a later gap', () =>
    marbles((helpers) => {
      const gaps$ = watch(helpers, { gaps: 'a 1999ms b' }, { a: gap('a'), b: gap('b') })
      helpers.expectObservable(gaps$).toBe('1s k 1999ms l', { k: { keys: ['a'] }, l: { keys: ['b'] } })
    }))

  it('WS-24 are all visible ones if the server cannot replay; the other socket does not count', () =>
    marbles((helpers) => {
      const values = {
        d: status({ message: 'discontinuity' }),
        t: status({ message: 'discontinuity' }, 'tdp'),
        r: status({}),
      }
      const gaps$ = watch(helpers, { statuses: 'r-t-d' }, values)
      helpers.expectObservable(gaps$).toBe('----k', { k: { keys: ['x', 'y'], text: DISCONTINUITY } })
    }))

  it.each([
    ['behind', '5-0', ['a']],
    ['not there', undefined, ['a']],
    ['equal', '6-0', []],
    ['ahead', '7-0', []],
    ['of other ids, of which that one is none', 'abc', ['a']],
  ])('R15 are streams that are %s five seconds after the status named their newest entry', (_, held, keys) =>
    marbles((helpers) => {
      const streams = { a: { length: 1, last_message_id: '6-0' }, empty: { length: 0, last_message_id: null } }
      const gaps$ = watch(helpers, { statuses: 's', held }, { s: status({ streams }) })
      helpers.expectObservable(gaps$).toBe('5s k', { k: { keys } })
    }),
  )
})

describe('[ST-27] filling gaps', () => {
  it('requests 25 messages, at most four streams at once, no stream twice at a time', () =>
    marbles(({ hot, cold, expectObservable, flush }) => {
      const requested: string[] = []
      const api = {
        ...inertPorts().streamApi,
        recent: (key: string, count: number) => {
          requested.push(`${key} ${count}`)
          return cold('10ms (a|)', { a: { ok: true, value: [] } as const })
        },
      }
      const keys$ = hot('a-b 30ms c', { a: ['1', '2', '3', '4', '5'], b: ['1', '5', '6'], c: ['1'] })
      const result = { ok: true, value: [] } as const
      const values = Object.fromEntries(['1', '2', '3', '4', '5', '6'].map((key) => [key, { key, result }]))
      expectObservable(fillGaps(api, keys$)).toBe('10ms (1234) 4ms (56) 19ms 1', values)
      flush()
      expect(requested).toEqual(['1 25', '2 25', '3 25', '4 25', '5 25', '6 25', '1 25'])
    }))
})

describe('[ST-26] a resumption', () => {
  const held = (key: string, messageId: string | undefined, epoch = 'e') => {
    const made = foldStream(undefined, {
      type: 'live',
      entry: {
        key,
        data: 1,
        messageId,
        seq: 1,
        epoch,
        timestamp: 1,
        provenance: undefined,
        receivedAt: 1,
        source: 'live',
      },
    })
    if (made === undefined) throw new Error('nothing held')
    return made
  }

  it.each<[string, readonly StreamState[], string | undefined, unknown]>([
    [
      'names the last id of each stream of the epoch',
      [held('a', '1-0'), held('b', '2-0'), held('old', '3-0', 'd')],
      'e',
      { epoch: 'e', last_ids: { a: '1-0', b: '2-0' } },
    ],
    [
      'leaves out what has no id and keys no server has',
      [held('a', undefined), held('k'.repeat(301), '1-0')],
      'e',
      undefined,
    ],
    ['is none without an epoch', [held('a', '1-0')], undefined, undefined],
    ['is none when nothing is held', [], 'e', undefined],
  ])('%s', (_, streams, epoch, expected) => {
    expect(resumptionOf(streams, epoch)).toEqual(expected)
  })

  it('stays below the size limit of servers', () => {
    const many = Array.from({ length: 512 }, (_, index) => held(`${index}${'k'.repeat(280)}`, '1700000000000-0'))
    const size = JSON.stringify(resumptionOf(many, 'e')).length
    expect([size > 40_000, size < 60_000]).toEqual([true, true])
  })
})
