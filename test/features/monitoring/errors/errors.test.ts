import { describe, expect, it } from 'vitest'
import { systemErrors } from '#src/features/monitoring/errors/errors.ts'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'

const feed = (label: string, errors: ConnectionSummary['errors']): ConnectionSummary => ({
  feed: 'tdp',
  label,
  status: 'error',
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
