import { describe, expect, it } from 'vitest'
import { systemErrors } from '#src/features/monitoring/errors/errors.ts'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'

const feed = (label: string, errors: ConnectionSummary['errors']): ConnectionSummary => ({
  feed: 'tdp',
  label,
  status: 'error',
  isUnresponsive: false,
  isFallback: false,
  errors,
})

describe('[MO-50] System Errors', () => {
  it('lists data problems and connection errors, newest first, without duplicates', () => {
    const failed = 'Failed to fetch stream data: HTTP 503: Service Unavailable'
    const errors = systemErrors(
      [
        { kind: 'stream', text: failed, count: 4, at: 30 },
        { kind: 'frame', text: 'Invalid message format received', count: 1, at: 50 },
      ],
      [
        feed('Analytics', [
          { at: 10, text: 'Connection timeout' },
          { at: 40, text: 'Connection timeout' },
        ]),
        feed('Market data', [{ at: 20, text: 'Connection timeout' }]),
      ],
    )
    expect(errors.map(({ text, where, count, at }) => [text, where, count, at])).toEqual([
      ['Invalid message format received', 'Messages', 1, 50],
      ['Connection timeout', 'Analytics', 2, 40],
      [failed, 'Streams', 4, 30],
      ['Connection timeout', 'Market data', 1, 20],
    ])
    expect(new Set(errors.map(({ id }) => id)).size).toBe(4)
  })
})

describe('[MO-51] what was repaired', () => {
  const gap = (stream: string, isFilled: boolean, isRestart = false) => ({
    kind: 'gap' as const,
    text: isRestart ? `The server restarted ${stream}` : `Missed messages of ${stream}`,
    count: 1,
    at: 5,
    missed: { feed: 'analytics' as const, stream, isRestart, isFilled },
  })
  const shown = (...problems: Parameters<typeof systemErrors>[0]) =>
    systemErrors(problems, []).map(({ text, isRecovered, details }) => [text, isRecovered, details])

  it('is one error for all streams that missed messages', () => {
    expect(shown(gap('a', true), gap('b', true))).toEqual([
      ['2 streams missed messages, all refilled', true, ['a', 'b']],
    ])
    expect(shown(gap('a', true), gap('b', false))).toEqual([
      ['2 streams missed messages, 1 of them refilled', false, ['a', 'b']],
    ])
    expect(shown(gap('a', false), gap('b', false))[0]?.[0]).toBe('2 streams missed messages, not refilled yet')
  })

  it('names the only stream', () => {
    expect(shown(gap('a', true))).toEqual([['Missed messages of a, refilled', true, ['a']]])
    expect(shown(gap('a', false))).toEqual([['Missed messages of a, not refilled yet', false, ['a']]])
  })

  it('is apart from a restart of the server', () => {
    expect(shown(gap('a', true, true), gap('b', true, true), gap('c', false)).map(([text]) => text)).toEqual([
      'The server restarted 2 streams',
      'Missed messages of c, not refilled yet',
    ])
  })

  it('is recovered for a connection that is live again', () => {
    const lost = feed('Analytics', [{ at: 10, text: 'Connection lost: Heartbeat timeout' }])
    expect(systemErrors([], [lost])[0]?.isRecovered).toBe(false)
    expect(systemErrors([], [{ ...lost, status: 'connected' }])[0]?.isRecovered).toBe(true)
    expect(systemErrors([], [{ ...lost, status: 'connected', isUnresponsive: true }])[0]?.isRecovered).toBe(false)
  })

  it('[MO-50] leaves out what was cleared', () => {
    const lost = feed('Analytics', [
      { at: 10, text: 'Connection timeout' },
      { at: 20, text: 'Connection lost: Heartbeat timeout' },
    ])
    expect(systemErrors([], [lost], 10).map(({ text }) => text)).toEqual(['Connection lost: Heartbeat timeout'])
  })
})
