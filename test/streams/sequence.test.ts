import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MONITORING } from '#contract/limits.ts'
import type { AnalyticsUpdate, LiveUpdate } from '#contract/messages.ts'
import { createRecentIds, createSequence, streamOf } from '#src/streams/sequence.ts'
import { aLiveUpdate, anAck } from '#test/support/data/messages.ts'

const live = (part: Partial<LiveUpdate> = {}) => aLiveUpdate({}, part)
const update = (
  part: Partial<AnalyticsUpdate> = {},
  key = 'tdp:kraken:BTCUSD:analysis:divergence',
): AnalyticsUpdate => ({
  type: 'AnalyticsUpdate',
  timestamp: 1,
  data: { stream_key: key },
  ...part,
})

/** Results of the check for messages with these numbers and ids. */
function placesOf(...parts: Partial<LiveUpdate>[]) {
  const sequence = createSequence()
  return parts.map((part) => sequence.check('tdp', live(part)))
}

describe('createSequence', () => {
  it('[ST-7] MS-24 ignores sequence numbers that are not safe integers', () => {
    expect(placesOf({ seq: 1 }, { seq: 1e18 }, { seq: 1.5 }, { seq: -1e300 }, { seq: 2 })).toEqual(Array(5).fill('new'))
  })

  it('[ST-6] WS-21 accepts a message id once', () => {
    expect(placesOf({ message_id: 'a' }, { message_id: 'b' }, { message_id: 'a' }, { message_id: 'b' })).toEqual([
      'new',
      'new',
      'duplicate',
      'duplicate',
    ])
  })

  it('[ST-7] WS-23 reports a jump as a gap; last-value entries repeat the number', () => {
    expect(placesOf({ seq: 5 }, { seq: 5 }, { seq: 6 }, { seq: 6 }, { seq: 8 }, { seq: 9 })).toEqual([
      'new',
      'new',
      'new',
      'new',
      'gap',
      'new',
    ])
  })

  it('[ST-7] WS-22 accepts a skipped number late, and drops it as a duplicate after that', () => {
    expect(placesOf({ seq: 1 }, { seq: 3 }, { seq: 2 }, { seq: 2 }, { seq: 1 }, { seq: 4 })).toEqual([
      'new',
      'gap',
      'new',
      'duplicate',
      'duplicate',
      'new',
    ])
  })

  it('[ST-8] R7 restarts the count with a new epoch', () => {
    expect(
      placesOf(
        { seq: 900, epoch: 'a', message_id: '1-0' },
        { seq: 1, epoch: 'b', message_id: '1-0' },
        { seq: 2, epoch: 'b' },
        { seq: 4, epoch: 'b' },
      ),
    ).toEqual(['new', 'restart', 'new', 'gap'])
  })

  it('[ST-8] continues the count over a reconnect with epochs, restarts it without', () => {
    for (const [epoch, expected] of [
      ['a', 'gap'],
      [undefined, 'new'],
    ] as const) {
      const sequence = createSequence()
      const numbered = (seq: number) => live({ seq, ...(epoch === undefined ? {} : { epoch }) })
      sequence.check('tdp', numbered(10))
      sequence.check('tdp', anAck())
      expect(sequence.check('tdp', numbered(14))).toBe(expected)
    }
  })

  it('[ST-8] accepts everything without numbers and ids', () => {
    expect(placesOf({}, {}, {})).toEqual(['new', 'new', 'new'])
  })

  it('counts every stream and socket separately', () => {
    const sequence = createSequence()
    sequence.check('tdp', live({ seq: 1 }))
    expect(sequence.check('tdp', live({ seq: 7, trading_pair: 'ETH/USD' }))).toBe('new')
    expect(sequence.check('analytics', live({ seq: 7 }))).toBe('new')
    expect(sequence.check('analytics', update({ seq: 3 }))).toBe('new')
    expect(sequence.check('analytics', update({ seq: 9 }, 'other'))).toBe('new')
    expect(sequence.check('analytics', update({ seq: 4 }))).toBe('new')
    expect(streamOf(update())).toBe('tdp:kraken:BTCUSD:analysis:divergence')
  })

  it('WS-24 [ST-9] handles a gap of a million million', () => {
    expect(placesOf({ seq: 1 }, { seq: 1e15 }, { seq: 1e15 + 1 })).toEqual(['new', 'gap', 'new'])
  })

  it('[ST-9] drops the oldest streams and ids first', () => {
    const sequence = createSequence()
    for (let index = 0; index < 4_000; index += 1)
      sequence.check('analytics', update({ message_id: 'x' }, `key ${index}`))
    expect(sequence.check('analytics', update({ message_id: 'x' }, 'key 3999'))).toBe('duplicate')
    expect(sequence.check('analytics', update({ message_id: 'x' }, 'key 0'))).toBe('new')
    for (let index = 0; index < 1_000; index += 1) sequence.check('tdp', live({ message_id: `${index}-0` }))
    expect(sequence.check('tdp', live({ message_id: '999-0' }))).toBe('duplicate')
  })

  it('[ST-8] [ST-9] restarts a dropped stream, even the most recently used one', () => {
    const sequence = createSequence()
    sequence.check('tdp', live({ seq: 10 }))
    for (let index = 0; index < 4_000; index += 1) sequence.check('tdp', update({ seq: 1 }, `key ${index}`))
    sequence.check('tdp', anAck())
    expect(sequence.check('tdp', live({ seq: 1 }))).toBe('new')
  })

  it('[ST-6] WS-21 never loses or repeats an entry among duplicates and swapped neighbours', () => {
    const disturbed = fc.array(fc.constantFrom('plain', 'double', 'swap'), { minLength: 5, maxLength: 60 })
    fc.assert(
      fc.property(disturbed, (steps) => {
        const sent = steps.flatMap((step, index) => (step === 'double' ? [index, index] : [index]))
        for (const [index, step] of steps.entries()) {
          const [a, b] = [sent[index], sent[index + 1]]
          if (step === 'swap' && a !== undefined && b !== undefined) sent.splice(index, 2, b, a)
        }
        const sequence = createSequence()
        const taken = sent.filter(
          (seq) => sequence.check('tdp', live({ seq, message_id: `${seq}-0`, epoch: 'e' })) !== 'duplicate',
        )
        expect(taken.toSorted((a, b) => a - b)).toEqual(steps.map((_, index) => index))
      }),
      { numRuns: 500, seed: 5 },
    )
  })
})

describe('[ST-6] [ST-9] recent ids', () => {
  const LIMIT = 256
  const ids = fc.oneof(
    fc.nat(40).map((ms) => `${ms}-0`),
    fc.tuple(fc.nat(12), fc.nat(12)).map(([ms, n]) => `${ms}-${n}`),
    fc.string({ maxLength: 2 }),
  )

  it('recognises known ids of any order and form', () => {
    fc.assert(
      fc.property(fc.array(ids, { maxLength: LIMIT }), (reported) => {
        const recent = createRecentIds()
        const known = new Set<string>()
        for (const id of reported) {
          expect(recent.add(id)).toBe(!known.has(id))
          known.add(id)
        }
      }),
      { numRuns: 500, seed: 6 },
    )
  })

  it.each([
    ['in order', (index: number) => `${10_000 + index}-0`],
    ['in no order', (index: number) => `${(index * 7_919) % 10_007}`],
    ['downwards', (index: number) => `${90_000 - index}-0`],
  ])('drops the oldest and not the newest, %s', (_, idAt) => {
    const recent = createRecentIds()
    for (let index = 0; index < 1_000; index += 1) expect(recent.add(idAt(index))).toBe(true)
    for (let index = 1_000 - LIMIT; index < 1_000; index += 1) expect(recent.add(idAt(index))).toBe(false)
    expect(recent.add(idAt(1_000 - LIMIT - 1))).toBe(true)
  })

  it('treats an empty id like any other', () => {
    const recent = createRecentIds()
    expect([recent.add(''), recent.add('')]).toEqual([true, false])
  })
})

describe('the gaps of a stream', () => {
  const KEY = streamOf(live())

  it('[ST-7] is there from the jump until all that was skipped has come, on its socket only', () => {
    const sequence = createSequence()
    const gaps = () => [sequence.hasGap('tdp', KEY), sequence.hasGap('analytics', KEY)]
    expect(gaps()).toEqual([false, false])
    sequence.check('tdp', live({ seq: 1 }))
    expect(gaps()).toEqual([false, false])
    sequence.check('tdp', live({ seq: 4 }))
    sequence.check('tdp', live({ seq: 2 }))
    expect(gaps()).toEqual([true, false])
    sequence.check('tdp', live({ seq: 3 }))
    expect(gaps()).toEqual([false, false])
  })

  it('[ST-9] remembers the last 64 skipped numbers', () => {
    const sequence = createSequence()
    const check = (seq: number) => sequence.check('tdp', live({ seq }))
    check(1)
    expect([check(67), check(2), check(3)]).toEqual(['gap', 'duplicate', 'new'])
    // 63 are left of them: 4 to 66.
    expect([check(70), check(4), check(5)]).toEqual(['gap', 'duplicate', 'new'])
  })

  it('[ST-6] an entry that repeats the newest number is not counted as skipped', () => {
    const sequence = createSequence()
    sequence.check('tdp', live({ seq: 1 }))
    sequence.check('tdp', live({ seq: 3 }))
    sequence.check('tdp', live({ seq: 2 }))
    expect(sequence.hasGap('tdp', KEY)).toBe(false)
  })

  it('[ST-9] holds 2,048 streams at a time', () => {
    const sequence = createSequence()
    const check = (key: number) => sequence.check('analytics', update({ message_id: 'x' }, `key ${key}`))
    for (let key = 0; key < MONITORING.maxStreams; key += 1) check(key)
    expect(check(0)).toBe('duplicate')
    check(MONITORING.maxStreams)
    expect([check(1), check(0)]).toEqual(['duplicate', 'new'])
  })

  it('names a stream by its key, or else by type, pair and timeframe', () => {
    expect(streamOf(update({}, 'a'))).toBe('a')
    expect(KEY).toBe('LiveUpdate:BTC/USD:1m')
    expect(streamOf(anAck())).toBe('ConnectionAck::')
    // Only updates of the analysis have a key of their own.
    const disguised = { ...live(), data: { ...live().data, stream_key: 'a' } }
    expect(streamOf(disguised)).toBe(KEY)
  })

  it.each<[string, Partial<LiveUpdate>]>([
    ['another pair', { trading_pair: 'ETH/USD' }],
    ['another timeframe', { timeframe: '5m' }],
  ])('counts %s apart, also in turns', (_, part) => {
    const sequence = createSequence()
    sequence.check('tdp', live({ seq: 5 }))
    expect(sequence.check('tdp', live({ seq: 100, ...part }))).toBe('new')
    expect(sequence.check('tdp', live({ seq: 6 }))).toBe('new')
    expect(sequence.check('tdp', live({ seq: 101, ...part }))).toBe('new')
    expect(sequence.check('tdp', live({ seq: 8 }))).toBe('gap')
    expect(sequence.check('tdp', live({ seq: 102, ...part }))).toBe('new')
  })
})
