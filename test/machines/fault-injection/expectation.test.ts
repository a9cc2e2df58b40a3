import { describe, expect, it } from 'vitest'
import type { Fault } from '#contract/fault-injection.ts'
import {
  channelResult,
  expectationOf,
  recoveryResult,
  textsResult,
  allRecoveredAt,
} from '#src/machines/fault-injection/expectation.ts'
import {
  beginRecord,
  durationS,
  recoveryMs,
  withObservation,
  type FaultRecord,
} from '#src/machines/fault-injection/record.ts'

const cut = (seconds: number, socket?: 'tdp'): Fault => ({
  kind: 'cut-socket',
  seconds,
  ...(socket ? { socket } : {}),
})
const seen = (record: FaultRecord, ...states: readonly [state: string, at: number][]) =>
  states.reduce((held, [state, at]) => withObservation(held, { kind: 'state', channel: 'tdp', state, at }), record)

const RETRIED = ['connected', 'reconnecting', 'connected']
const GAVE_UP = ['connected', 'reconnecting', 'error, API polling', 'connected']
const STEADY = ['tdp', 'analytics'].map((channel) => ({ channel, paths: [['connected']] }))

describe('[PH-41] a record', () => {
  it('holds each state change and each text once', () => {
    const start = beginRecord(cut(5), 1_000)
    const record = seen(
      start,
      ['connected', 1_000],
      ['connected', 1_100],
      ['reconnecting', 1_200],
      ['connected', 1_300],
    )
    expect(record.states).toEqual({
      tdp: [
        { state: 'connected', at: 1_000 },
        { state: 'reconnecting', at: 1_200 },
        { state: 'connected', at: 1_300 },
      ],
    })
    expect(seen(record, ['connected', 1_400])).toBe(record)
    const withText = withObservation(record, { kind: 'text', text: 'Connection timeout', at: 1_250 })
    expect(withText.texts).toEqual([{ text: 'Connection timeout', at: 1_250 }])
    expect(withObservation(withText, { kind: 'text', text: 'Connection timeout', at: 1_260 })).toBe(withText)
  })

  it('is bounded', () => {
    let record = beginRecord(cut(60), 0)
    for (let at = 0; at < 500; at += 1) {
      record = seen(record, [`state ${at}`, at])
      record = withObservation(record, { kind: 'text', text: `text ${at}`, at })
    }
    expect(record.states.tdp?.map(({ at }) => at)).toEqual(Array.from({ length: 40 }, (_, at) => 460 + at))
    expect(record.texts).toHaveLength(20)
  })

  it('has the duration of the fault and of the recovery', () => {
    const record = beginRecord(cut(5), 1_000)
    expect([durationS(record), recoveryMs(record)]).toEqual([5, undefined])
    const over = { ...record, endedAt: 3_500, recoveredAt: 4_700 }
    expect([durationS(over), recoveryMs(over)]).toEqual([2.5, 1_200])
  })
})

describe('[PH-42] the expectation', () => {
  it.each([
    // Retries start after 1, 3, 7, 15 and 31 s, each up to 20 % later; the first one certain to start after the end
    // succeeds.
    [1, [RETRIED], 3.6 - 1 + 2],
    [5, [RETRIED], 8.4 - 5 + 2],
    [15, [RETRIED], 37.2 - 15 + 2],
    [18, [RETRIED], 37.2 - 18 + 2],
    [20, [RETRIED], 37.2 - 20 + 2],
    [30.9, [RETRIED], 37.2 - 30.9 + 2],
    [31, [GAVE_UP, RETRIED], 40],
    [37, [GAVE_UP, RETRIED], 40],
    [38, [GAVE_UP], 40],
    [60, [GAVE_UP], 40],
  ])('of a socket that is cut for %d s', (seconds, paths, recoverS) => {
    const { channels, texts, recoverWithinMs } = expectationOf(cut(60), seconds)
    expect(channels).toEqual(['tdp', 'analytics'].map((channel) => ({ channel, paths })))
    expect(texts).toEqual(['Connection lost: Connection closed unexpectedly'])
    expect(recoverWithinMs).toBeCloseTo(recoverS * 1000, -1)
  })

  it('of one socket does not cover the other', () => {
    expect(expectationOf(cut(2, 'tdp')).channels.map(({ channel }) => channel)).toEqual(['tdp'])
  })

  it.each<[Fault, unknown]>([
    [
      { kind: 'delay-feed', seconds: 10, delay_ms: 3_000 },
      {
        channels: [{ channel: 'feed', paths: [['on time', 'late', 'on time']] }, ...STEADY],
        texts: [],
        recoverWithinMs: 5_000,
      },
    ],
    [
      { kind: 'broken-json', seconds: 10 },
      {
        channels: [{ channel: 'feed', paths: [['readable', 'unreadable', 'readable']] }, ...STEADY],
        texts: ['Invalid message format received'],
        recoverWithinMs: 5_000,
      },
    ],
    [
      { kind: 'stop-stream', seconds: 10, stream: 'a' },
      {
        channels: [{ channel: 'feed', paths: [['flowing', 'silent', 'flowing']] }, ...STEADY],
        texts: [],
        recoverWithinMs: 62_000,
      },
    ],
    [
      { kind: 'answer-401', seconds: 10 },
      {
        channels: [
          { channel: 'session', paths: [['signed in', 'token renewed']] },
          { channel: 'calls', paths: [['answered']] },
          ...STEADY,
        ],
        texts: [],
        recoverWithinMs: 2_000,
      },
    ],
    [
      { kind: 'answer-503', seconds: 10 },
      {
        channels: [{ channel: 'calls', paths: [['answered', 'refused', 'answered']] }, ...STEADY],
        texts: ['HTTP 503: Service Unavailable'],
        recoverWithinMs: 4_000,
      },
    ],
  ])('of %j', (fault, expected) => {
    expect(expectationOf(fault)).toEqual(expected)
  })
})

describe('[PH-42] [PH-43] the result', () => {
  const [tdp] = expectationOf(cut(5, 'tdp')).channels
  const result = (record: FaultRecord) => tdp && channelResult(record, tdp)
  const lasting = seen(beginRecord(cut(5, 'tdp'), 0), ['connected', 0], ['reconnecting', 10])
  const ended = { ...lasting, endedAt: 5_000 }

  it('is awaited while the expected may still come', () => {
    expect(result(beginRecord(cut(5, 'tdp'), 0))).toBe('awaited')
    expect(result(lasting)).toBe('awaited')
    expect(result(seen(lasting, ['error, API polling', 20]))).toBe('different')
    expect(result(seen(lasting, ['connected', 20]))).toBe('awaited')
    expect(result(ended)).toBe('awaited')
    expect(result({ ...ended, isClosed: true })).toBe('different')
    expect(result(seen(ended, ['connected', 6_000]))).toBe('as expected')
    expect(result(seen(ended, ['connected', 6_000], ['reconnecting', 6_100], ['connected', 6_200]))).toBe('different')
  })

  it('is recovered when the last channel reaches its final state', () => {
    expect(allRecoveredAt(lasting)).toBeUndefined()
    expect(allRecoveredAt(seen(lasting, ['connected', 6_000]))).toBe(6_000)
    const both = seen(beginRecord(cut(5), 0), ['connected', 7_000])
    expect(allRecoveredAt(both)).toBeUndefined()
    expect(
      allRecoveredAt(withObservation(both, { kind: 'state', channel: 'analytics', state: 'connected', at: 6_500 })),
    ).toBe(7_000)
  })

  it('of texts and of the recovery', () => {
    const expected = ['Connection lost: Connection closed unexpectedly']
    expect(textsResult(lasting, expected)).toBe('awaited')
    expect(textsResult({ ...lasting, isClosed: true }, expected)).toBe('different')
    const withText = withObservation(lasting, { kind: 'text', text: expected[0] ?? '', at: 5 })
    expect(textsResult(withText, expected)).toBe('as expected')
    expect(textsResult(lasting, [])).toBe('as expected')
    expect(recoveryResult(ended, 1_000)).toBe('awaited')
    expect(recoveryResult({ ...ended, recoveredAt: 6_000 }, 1_000)).toBe('as expected')
    expect(recoveryResult({ ...ended, recoveredAt: 6_001 }, 1_000)).toBe('different')
    expect(recoveryResult({ ...ended, isClosed: true }, 1_000)).toBe('different')
  })
})
