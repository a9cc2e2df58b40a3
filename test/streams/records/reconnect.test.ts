import { of } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StreamApi } from '#src/streams/index.ts'
import { inertPorts } from '#test/support/client/inert-ports.ts'
import { startStreams } from '#test/support/client/streams.ts'

import { NOW, KEY, figures, update, message, ack, status, shown } from '#test/support/client/record-samples.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('[ST-26] [ST-27] after a reconnect', () => {
  const recents = (harness: { requested: string[] }, last: number, count = 25): StreamApi => ({
    ...inertPorts().streamApi,
    recent: (key) => {
      harness.requested.push(key)
      return of({ ok: true, value: Array.from({ length: count }, (_, index) => message(last - index)) })
    },
  })

  it('sends the last ids to the server, before its snapshot is counted', () => {
    const harness = startStreams()
    harness.emitAnalytics(ack(), update(3))
    expect(harness.resumptions).toEqual([])
    harness.emitAnalytics(ack(), update(9))
    expect(harness.resumptions).toEqual([{ epoch: 'e', last_ids: { [KEY]: '3-0' } }])
  })

  it('[ST-31] sends the id received last if ids have no order', () => {
    const harness = startStreams()
    harness.emitAnalytics(...['x9', 'x10', 'x2'].map((id, index) => ({ ...update(3 + index), message_id: id })), ack())
    expect(harness.resumptions).toEqual([{ epoch: 'e', last_ids: { [KEY]: 'x2' } }])
  })

  it('retains the last id after a running value', () => {
    const harness = startStreams()
    const { message_id: _, ...running } = update(3)
    harness.emitAnalytics(update(3), { ...running, data: { ...running.data, timestamp: NOW + 500 } }, ack())
    expect(harness.resumptions).toEqual([{ epoch: 'e', last_ids: { [KEY]: '3-0' } }])
  })

  it('WS-23 closes the gap by the replay, without a request, with the result of an uncut run', async () => {
    const requested: string[] = []
    const harness = startStreams({ streamApi: recents({ requested }, 9) })
    harness.emitAnalytics(update(3), ack(), update(6), update(4), update(5))
    await harness.advance(3_000)
    expect(requested).toEqual([])
    expect(shown(harness.records('analysis'))).toEqual([['divergence', '6-0', 6, 'active', 'live']])
  })

  it('WS-23 makes one call for a lost frame, with the result of a run without loss', async () => {
    const requested: string[] = []
    const harness = startStreams({ streamApi: recents({ requested }, 6, 6) })
    harness.emitAnalytics(update(3), update(4), update(6))
    await harness.advance(1_100)
    expect(requested).toEqual([KEY])
    expect(shown(harness.records('analysis'))).toEqual([['divergence', '6-0', 6, 'active', 'live']])
    await harness.advance(60_000)
    expect(requested).toEqual([KEY])
  })

  it('WS-24 reports a discontinuity and reloads visible streams', async () => {
    const requested: string[] = []
    const harness = startStreams({ streamApi: recents({ requested }, 100) })
    harness.emitAnalytics(update(3), update(1, { data: { stream_key: 'a:b:c:unseen:d', data: figures(1) } }))
    harness.streams.records.category('analysis').subscribe()
    harness.emitAnalytics(ack(), status({ message: 'discontinuity' }))
    await harness.advance(16)
    expect(requested).toEqual([KEY])
    expect(harness.problems()).toEqual([['The server could not replay what was missed', 1]])
    expect(shown(harness.records('analysis'))).toEqual([['divergence', '100-0', 100, 'active', 'polling']])
  })

  it('reloads visible streams if the server has no epochs and cannot replay', () => {
    const requested: string[] = []
    const harness = startStreams({ streamApi: recents({ requested }, 5, 1) })
    harness.streams.records.category('analysis').subscribe()
    const { epoch: _, ...plain } = update(3)
    harness.emitAnalytics(plain, ack())
    expect([harness.resumptions, requested]).toEqual([[], [KEY]])
  })
})
