import { describe, expect, it } from 'vitest'
import { type StreamEntry, hasId, withId, type Seen } from '#src/streams/records/entry.ts'
import { foldStream, isBehind, type StreamState, type StreamAction } from '#src/streams/records/fold.ts'
import { aProvenance } from '#test/support/data/messages.ts'

const KEY = 'tdp:kraken:BTCUSD:analysis:divergence'
const MINUTE = 60_000

const entry = (at: number, part: Partial<StreamEntry> = {}): StreamEntry => ({
  key: KEY,
  data: `at ${at}`,
  messageId: `${at}-0`,
  seq: undefined,
  epoch: 'a',
  timestamp: at,
  provenance: undefined,
  receivedAt: 1,
  source: 'live',
  ...part,
})
const live = (at: number, part?: Partial<StreamEntry>): StreamAction => ({ type: 'live', entry: entry(at, part) })
const polled = (at: number, part?: Partial<StreamEntry>): StreamAction => ({
  type: 'polled',
  entry: entry(at, { source: 'polling', ...part }),
})
const measured = (length: number, lastId: string | undefined): StreamAction => ({
  type: 'metadata',
  key: KEY,
  length,
  lastId,
  at: 1,
})
const failed: StreamAction = { type: 'failed', key: KEY, at: 1 }
const tick = (market: number, now = 0): StreamAction => ({ type: 'tick', market, now })

const run = (...actions: StreamAction[]): StreamState | undefined =>
  actions.reduce(foldStream, undefined as StreamState | undefined)
const shown = (...actions: StreamAction[]) => {
  const record = run(...actions)?.record
  return record && [record.data, record.messageCount, record.status, record.source]
}

describe('[ST-23] one stream with entries from any source', () => {
  it.each([
    ['the newest wins', [live(5), live(9)], ['at 9', 2, 'active', 'live']],
    [
      'an older one is counted where it was missed, and never shown',
      [live(1), live(9), live(5)],
      ['at 9', 3, 'active', 'live'],
    ],
    ['a polled one that is older neither', [live(1), live(9), polled(5)], ['at 9', 3, 'active', 'live']],
    ['a polled one that is newer is shown', [live(5), polled(9)], ['at 9', 2, 'active', 'polling']],
    ['live, then polled: once', [live(5), live(9), polled(9, { data: 'same' })], ['at 9', 2, 'active', 'live']],
    ['polled, then live: once', [live(5), polled(9), live(9, { data: 'same' })], ['at 9', 2, 'active', 'polling']],
    [
      'of one time an earlier one that was missed never shows',
      [live(1), live(5, { messageId: '5-1', data: 'b' }), polled(5)],
      ['b', 3, 'active', 'live'],
    ],
    ['of one time the later shows', [live(5), live(5, { messageId: '5-1', data: 'b' })], ['b', 2, 'active', 'live']],
    [
      'the server numbers its entries; a running value repeats the last number',
      [live(5, { seq: 3 }), live(6, { messageId: undefined, seq: 3 })],
      ['at 6', 3, 'active', 'live'],
    ],
    [
      'nor when an older one was read meanwhile',
      [live(9, { seq: 5 }), polled(5, { seq: 2 }), live(10, { messageId: undefined, seq: 5 })],
      ['at 10', 5, 'active', 'live'],
    ],
    [
      'another epoch starts from its own number',
      [live(9, { seq: 500 }), live(5, { epoch: 'b', seq: 2 })],
      ['at 5', 2, 'active', 'live'],
    ],
    ['a number that is none is not believed', [live(5, { seq: 1e300 })], ['at 5', 1, 'active', 'live']],
    [
      'without ids and counts everything counts',
      [live(5, { messageId: undefined }), live(6, { messageId: undefined })],
      ['at 6', 2, 'active', 'live'],
    ],
    ['what was there before the first one seen does not count', [live(9), polled(5)], ['at 9', 1, 'active', 'live']],
    ['the log tells how many there are', [measured(40, '5-0'), polled(5)], ['at 5', 40, 'active', 'polling']],
    ['and what follows counts on', [measured(40, '5-0'), polled(5), live(9)], ['at 9', 41, 'active', 'live']],
    ['a failure keeps the data', [live(5), failed], ['at 5', 1, 'error', 'live']],
    ['and a success ends it, new or not', [live(5), failed, polled(5)], ['at 5', 1, 'active', 'live']],
    ['metadata alone ends it too', [live(5), failed, measured(1, '5-0')], ['at 5', 1, 'active', 'live']],
    ['a failure of something unknown', [failed], [null, 0, 'error', 'polling']],
    ['no messages', [measured(0, undefined)], [null, 0, 'error', 'polling']],
    ['a negative length is none', [measured(-5, undefined)], [null, 0, 'error', 'polling']],
    ['messages, but none to be had', [measured(3, '5-0')], [null, 3, 'active', 'polling']],
    [
      'another epoch is another history: it may be older',
      [live(9), live(5, { epoch: 'b' })],
      ['at 5', 2, 'active', 'live'],
    ],
    ['whose ids may come again', [live(5), live(5, { epoch: 'b', data: 'b' })], ['b', 2, 'active', 'live']],
    [
      'a log that began anew tells how many it has, its newest among them',
      [live(5), measured(3, '4-0'), polled(4, { timestamp: 6 })],
      ['at 4', 3, 'active', 'polling'],
    ],
  ] satisfies [string, StreamAction[], unknown[]][])('%s', (_, actions, expected) => {
    expect(shown(...actions)).toEqual(expected)
  })

  it('does not compare entries of two markets: the latest arrival is shown', () => {
    const replayed = live(5, { provenance: aProvenance({ market: 'replay' }) })
    expect(shown(live(9, { provenance: aProvenance({ market: 'kraken' }) }), replayed)).toEqual([
      'at 5',
      2,
      'active',
      'live',
    ])
  })

  it('[ST-9] holds a bounded number of ids, and always the last 64', () => {
    const state = run(...Array.from({ length: 500 }, (_, at) => live(at + 1)))
    expect(state?.seen?.length).toBeLessThanOrEqual(128)
    const last = Array.from({ length: 64 }, (_, index) => `${437 + index}-0`)
    expect(last.filter((id) => !hasId(state?.seen, id))).toEqual([])
    expect(hasId(state?.seen, '1-0')).toBe(false)
  })

  it('R7 marks the entry stale after a restarted log, and counts new entries', () => {
    const state = run(live(9), measured(1, '2-0'))
    expect(state).toMatchObject({ seen: undefined, lastId: undefined, record: { data: 'at 9', isStale: true } })
  })
})

describe('[ST-31] ids of another form than ms-n', () => {
  const other = (at: number, id: string, part: Partial<StreamEntry> = {}) => live(at, { messageId: id, ...part })
  const requested = (at: number, id: string) => polled(at, { messageId: id })
  const idsOf = (...actions: StreamAction[]) => run(...actions)?.lastId

  it.each([
    ['the last that came is the newest', [other(5, 'zz'), other(6, 'aa')], 'aa'],
    ['one of the same time too', [other(5, 'zz'), other(5, 'aa')], 'aa'],
    ['one that came before is not, whatever comes after it', [other(5, 'zz'), other(6, 'aa'), other(7, 'zz')], 'aa'],
    ['one whose figures are older is not', [other(5, 'zz'), other(4, 'aa')], 'zz'],
    ['one that was requested for is, when it is newer', [other(5, 'zz'), requested(6, 'aa')], 'aa'],
    ['they follow ids of the usual form', [live(5), other(6, 'aa')], 'aa'],
    ['and are followed by them', [other(5, 'aa'), live(6)], '6-0'],
  ] satisfies [string, StreamAction[], string][])('%s', (_, actions, id) => {
    expect(idsOf(...actions)).toBe(id)
  })

  it.each([
    ['each counts once', [other(5, 'b'), other(6, 'a'), requested(6, 'a'), other(5, 'b')], 2],
    ['what was there before the first one seen does not', [other(5, 'b'), requested(3, 'x'), requested(4, 'y')], 1],
    ['the log tells how many there are', [measured(40, 'b'), requested(5, 'b'), other(6, 'a')], 41],
    [
      'an unchanged log changes nothing',
      [measured(40, 'b'), requested(5, 'b'), measured(40, 'b'), requested(5, 'b')],
      40,
    ],
    ['a log whose newest is another one has not begun anew', [other(5, 'b'), measured(2, 'a')], 2],
  ] satisfies [string, StreamAction[], number][])('%s', (_, actions, count) => {
    const record = run(...actions)?.record
    expect([record?.messageCount, record?.isStale]).toEqual([count, false])
  })
})

describe('[ST-24] staleness', () => {
  const flags = (...actions: StreamAction[]) => {
    const { isStale, isVeryStale, status } = run(...actions)?.record ?? {}
    return [isStale, isVeryStale, status]
  }
  it.each([
    ['10 minutes are not stale', [live(0), tick(10 * MINUTE)], [false, false, 'active']],
    ['more are', [live(0), tick(10 * MINUTE + 1)], [true, false, 'active']],
    ['30 are not very stale', [live(0), tick(30 * MINUTE)], [true, false, 'active']],
    ['more are, and inactive', [live(0), tick(30 * MINUTE + 1)], [true, true, 'inactive']],
    ['an update ends both', [live(0), tick(31 * MINUTE), live(1)], [false, false, 'active']],
    ['a polled one too', [live(0), tick(31 * MINUTE), polled(1)], [false, false, 'active']],
    ['a clock that goes back ends none', [live(0), tick(31 * MINUTE), tick(0)], [true, true, 'inactive']],
    ['a failure stays one', [live(0), failed, tick(31 * MINUTE)], [true, true, 'error']],
    ['what has no data has no age', [measured(3, '1-0'), tick(90 * MINUTE)], [false, false, 'active']],
  ] satisfies [string, StreamAction[], unknown[]][])('WS-44 %s', (_, actions, expected) => {
    expect(flags(...actions)).toEqual(expected)
  })

  it('is not set for a replay before its clock is known', () => {
    const of = (market: 'replay' | 'simulated') => live(0, { provenance: aProvenance({ market }) })
    const unknown: StreamAction = { type: 'tick', market: undefined, now: 31 * MINUTE }
    expect(flags(of('replay'), unknown)).toEqual([false, false, 'active'])
    expect(flags(of('replay'), unknown, tick(11 * MINUTE))).toEqual([true, false, 'active'])
    expect(flags(of('simulated'), unknown)).toEqual([true, true, 'inactive'])
    expect(flags(live(0), unknown)).toEqual([true, true, 'inactive'])
  })

  it('is the same object while nothing changes', () => {
    const state = run(live(0), tick(11 * MINUTE))
    expect(foldStream(state, tick(12 * MINUTE))).toBe(state)
    const gone = run(live(0), failed)
    expect(foldStream(gone, failed)).toBe(gone)
  })
})

describe('[ST-29] a cached record', () => {
  const cached = (at: number, part: Partial<StreamState> = {}): StreamAction => {
    const state = run(live(at))
    if (state === undefined) throw new Error('nothing state')
    return {
      type: 'cached',
      state: { ...state, record: { ...state.record, source: 'cache' }, expiresAt: 1_000, ...part },
    }
  }
  it.each([
    ['is shown where there is nothing', [cached(5)], ['at 5', 1, 'active', 'cache']],
    ['never in place of something', [live(3), cached(5)], ['at 3', 1, 'active', 'live']],
    ['until it dies', [cached(5), tick(5, 999)], ['at 5', 1, 'active', 'cache']],
    ['and not a moment longer', [cached(5), tick(5, 1_000)], undefined],
    ['unless the server confirmed it', [cached(5), polled(5), tick(5, 1_000)], ['at 5', 1, 'active', 'polling']],
    ['newest wins within its epoch', [cached(5), live(3)], ['at 5', 2, 'active', 'cache']],
    ['any other entry is newer than it', [cached(5, { epoch: undefined }), live(3)], ['at 3', 2, 'active', 'live']],
  ] satisfies [string, StreamAction[], unknown][])('%s', (_, actions, expected) => {
    expect(shown(...actions)).toEqual(expected)
  })
})

describe('[ST-31] whether a stream lacks the newest entry of the server', () => {
  it.each([
    ['it does while nothing is known', undefined, '5-0', true],
    ['nor without any id', run(live(5, { messageId: undefined })), '5-0', true],
    ['an earlier one is the newest known', run(live(4)), '5-0', true],
    ['it is the newest known', run(live(5)), '5-0', false],
    ['a later one is known', run(live(6)), '5-0', false],
    [
      'ids without an order: it is among the known',
      run(live(5, { messageId: 'a' }), live(6, { messageId: 'b' })),
      'a',
      false,
    ],
    ['ids without an order: it is not', run(live(5, { messageId: 'a' })), 'b', true],
  ])('%s', (_, state, newest, expected) => {
    expect(isBehind(state, newest)).toBe(expected)
  })
})

describe('[ST-9] the ids seen', () => {
  const seenTo = (count: number) => {
    let seen: Seen | undefined
    for (let at = 1; at <= count; at += 1) seen = withId(seen, `${at}`)
    return seen
  }

  it('grow to 128, then only the newest 64 and the next remain', () => {
    expect([seenTo(64)?.length, seenTo(128)?.length, seenTo(129)?.length]).toEqual([64, 128, 65])
    const seen = seenTo(129)
    expect(['129', '128', '65'].map((id) => hasId(seen, id))).toEqual([true, true, true])
    expect(['64', '1', 'Stryker was here'].map((id) => hasId(seen, id))).toEqual([false, false, false])
  })
})

describe('[ST-23] what the log tells', () => {
  const countedTo = (...actions: StreamAction[]) => run(...actions)?.countedTo

  it.each([
    ['the newest id that is counted', [measured(3, '5-0')], '5-0'],
    ['never an earlier one', [measured(3, '5-0'), measured(3, '4-0')], '5-0'],
    ['a later one', [measured(3, '5-0'), measured(4, '6-0')], '6-0'],
    ['nothing without an id', [measured(3, undefined)], undefined],
    ['nothing without entries', [measured(0, '5-0')], undefined],
    ['of a log that began anew its own', [live(9), measured(2, '4-0')], '4-0'],
  ] satisfies [string, StreamAction[], string | undefined][])('%s', (_, actions, expected) => {
    expect(countedTo(...actions)).toBe(expected)
  })

  it('changes nothing when it tells the same again', () => {
    const state = run(live(5), measured(1, '5-0'))
    expect(state && foldStream(state, measured(1, '5-0'))).toBe(state)
  })

  it('keeps the ids of a log that went on', () => {
    const state = run(live(5), measured(2, '6-0'))
    expect(state).toMatchObject({ lastId: '5-0', firstId: '5-0', record: { isStale: false } })
    expect(hasId(state?.seen, '5-0')).toBe(true)
  })

  it.each([0, -1])('an entry from before the log began, numbered %d, is not counted', (seq) => {
    expect(shown(live(5), live(6, { seq }))).toEqual(['at 6', 1, 'active', 'live'])
    expect(shown(live(6, { seq }))?.[1]).toBe(1)
  })

  it.each([1.5, NaN])('a sequence number of %d is none', (seq) => {
    expect(shown(live(5), live(6, { seq }))).toEqual(['at 6', 2, 'active', 'live'])
  })

  it('a sequence number of 1 is one', () => {
    expect(shown(live(5), live(6, { seq: 1, epoch: 'b' }))).toEqual(['at 6', 1, 'active', 'live'])
  })

  it('a running value counts when its number is new or missing', () => {
    const running = (at: number, seq: number | undefined) => live(at, { messageId: undefined, seq })
    expect(shown(running(5, undefined), running(6, undefined), running(7, undefined))?.[1]).toBe(3)
    expect(run(running(5, 4), running(6, undefined))?.seq).toBe(4)
  })
})
