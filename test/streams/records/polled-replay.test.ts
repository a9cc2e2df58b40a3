import { of } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StreamMessage } from '#contract/streams.ts'
import { aMarket, anAck, aProvenance } from '#test/support/data/messages.ts'
import { startStreams } from '#test/support/client/streams.ts'

import { NOW, MINUTE, KEY, message, proxy } from '#test/support/client/record-samples.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('[ST-32] a replay that is polled', () => {
  const DAYS_AGO = NOW - 400 * 86_400_000
  const replayed = (recorded: number, publishedAt: number): StreamMessage => ({
    ...message(recorded + 1),
    timestamp: DAYS_AGO + recorded,
    provenance: aProvenance({ market: 'replay', exchange_time: DAYS_AGO + recorded, published_at: publishedAt }),
  })

  it('ages on its own clock, not on wall time', async () => {
    let recorded = 0
    const api = {
      ...proxy({ [KEY]: 1 }),
      metadata: () => of({ ok: true, value: { length: 1, last_generated_id: null, timestamp: null } } as const),
      latest: () => of({ ok: true, value: replayed(recorded, Date.now()) } as const),
    }
    const harness = startStreams({ streamApi: api })
    harness.analyticsPollDue$.next(1)
    recorded = 9 * MINUTE
    await harness.advance(10_000)
    harness.analyticsPollDue$.next(1)
    await harness.advance(5_100)
    expect(harness.market()).toMatchObject({ market: { kind: 'replay', now: DAYS_AGO + 9 * MINUTE, speed: 54 } })
    expect(harness.records('analysis')).toMatchObject([{ timestamp: DAYS_AGO + 9 * MINUTE, isStale: false }])

    // No new data for eleven minutes of market time.
    await harness.advance(15_000)
    expect(harness.records('analysis')).toMatchObject([{ isStale: true, isVeryStale: false }])
  })

  it('follows the market that the server reports, once it does', () => {
    const harness = startStreams({
      streamApi: { ...proxy({ [KEY]: 1 }), latest: () => of({ ok: true, value: replayed(0, NOW) }) },
    })
    harness.analyticsPollDue$.next(1)
    const market = aMarket({ kind: 'replay', label: 'Replay · june.csv.gz', now: DAYS_AGO + 5, speed: 600 })
    harness.emitAnalytics(anAck({ data: { connection_id: 'c', market } }))
    harness.analyticsPollDue$.next(1)
    expect(harness.market()).toEqual({ market, receivedAt: NOW })
  })

  const simulated = aProvenance({ market: 'simulated' })
  const polledNow = (harness: ReturnType<typeof startStreams>) => {
    harness.analyticsPollDue$.next(1)
    return harness.market()?.market
  }

  it('stops when the polled data is of another market', () => {
    const latest = () => of({ ok: true, value: { ...message(1), provenance: simulated } } as const)
    const harness = startStreams({ streamApi: { ...proxy({ [KEY]: 1 }), latest } })
    harness.emitAnalytics(anAck({ data: { connection_id: 'c', market: aMarket({ kind: 'replay', speed: 600 }) } }))
    expect(polledNow(harness)).toMatchObject({ kind: 'simulated', speed: 1 })
  })

  it('is derived again in the next session', () => {
    const latest = () => of({ ok: true, value: { ...message(1), provenance: simulated } } as const)
    const harness = startStreams({ streamApi: { ...proxy({ [KEY]: 1 }), latest } })
    expect(polledNow(harness)).toMatchObject({ kind: 'simulated' })
    harness.stop()
    const again = harness.streams.start()
    expect([harness.market(), polledNow(harness)]).toMatchObject([undefined, { kind: 'simulated' }])
    again.unsubscribe()
  })
})
