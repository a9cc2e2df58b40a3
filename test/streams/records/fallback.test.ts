import { of } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startStreams } from '#test/support/client/streams.ts'

import { NOW, KEY, OTHER, update, proxy, shown } from '#test/support/client/record-samples.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('[ST-25] in fallback', () => {
  it('merges polled and live entries, each counted once', () => {
    const harness = startStreams({ streamApi: proxy({ [KEY]: 7, [OTHER]: 3 }) })
    harness.emitAnalytics(update(6))
    harness.analyticsPollDue$.next(0)
    harness.analyticsPollDue$.next(0)
    harness.flushFrame()
    expect(shown(harness.records('analysis'))).toEqual([
      ['divergence', '7-0', 7, 'active', 'polling'],
      ['market_structure', '3-0', 3, 'active', 'polling'],
    ])
    harness.emitAnalytics(update(7), update(8))
    harness.flushFrame()
    expect(shown(harness.records('analysis'))[0]).toEqual(['divergence', '8-0', 8, 'active', 'live'])
  })

  it('HA-22 sets status error for a stream whose metadata fails, and leaves the others and the summary intact', () => {
    const harness = startStreams({ streamApi: proxy({ [KEY]: 7, [OTHER]: 3 }, [OTHER]) })
    harness.analyticsLink$.next({ status: 'error', isFallback: true })
    harness.analyticsPollDue$.next(0)
    harness.flushFrame()
    expect(shown(harness.records('analysis'))).toEqual([
      ['divergence', '7-0', 7, 'active', 'polling'],
      ['market_structure', undefined, 0, 'error', 'polling'],
    ])
    expect(harness.problems()).toEqual([['Failed to fetch stream data: HTTP 500: Internal Server Error', 1]])
    expect(harness.summary()).toEqual({
      totalStreams: 2,
      activeStreams: 1,
      totalMessages: 7,
      lastUpdate: NOW + 7,
      categories: new Map([['analysis', { streamCount: 2, messageCount: 7, lastUpdate: NOW + 7 }]]),
      connectionStatus: 'error',
      fallbackMode: true,
    })
  })

  it('HA-23 retains the data when nothing answers, and reports the recovery', () => {
    let isUp = false
    const up = proxy({ [KEY]: 7 })
    const down = of({ ok: false, error: 'HTTP 503: Service Unavailable' } as const)
    const harness = startStreams({ streamApi: { ...up, list: () => (isUp ? up.list() : down) } })
    harness.emitAnalytics(update(6))
    harness.analyticsPollDue$.next(0)
    harness.analyticsPollDue$.next(0)
    harness.flushFrame()
    expect(shown(harness.records('analysis'))).toEqual([['divergence', '6-0', 6, 'active', 'live']])
    expect(harness.problems()).toEqual([['Failed to fetch stream data: HTTP 503: Service Unavailable', 2]])
    isUp = true
    harness.analyticsPollDue$.next(0)
    harness.analyticsPollDue$.next(0)
    expect(harness.analyticsRecoveries()).toBe(1)
  })

  it('does not carry a failure over to the next session', () => {
    let isUp = false
    const down = of({ ok: false, error: 'HTTP 503: Service Unavailable' } as const)
    const up = proxy({ [KEY]: 7 })
    const harness = startStreams({ streamApi: { ...up, list: () => (isUp ? up.list() : down) } })
    harness.analyticsPollDue$.next(0)
    harness.stop()
    isUp = true
    const again = harness.streams.start()
    harness.analyticsPollDue$.next(0)
    expect(harness.analyticsRecoveries()).toBe(0)
    again.unsubscribe()
  })

  it('has no data for a stream without messages', () => {
    const harness = startStreams({ streamApi: proxy({ [KEY]: 0 }) })
    harness.analyticsPollDue$.next(0)
    harness.flushFrame()
    expect(harness.records('analysis').map(({ data }) => data)).toEqual([null])
  })
})
