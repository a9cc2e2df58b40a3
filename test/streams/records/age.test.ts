import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aMarket, anAck } from '#test/support/data/messages.ts'
import { startStreams } from '#test/support/client/streams.ts'

import { NOW, update } from '#test/support/client/record-samples.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('[ST-24] age', () => {
  it('WS-44 B11 is measured on the market’s clock, and the first update clears it', async () => {
    const harness = startStreams()
    harness.emitAnalytics(anAck({ data: { connection_id: 'c', market: aMarket({ now: NOW, speed: 60 }) } }), update(0))
    const flags = () =>
      harness.records('analysis').map(({ isStale, isVeryStale, status: state }) => [isStale, isVeryStale, state])
    await harness.advance(10_000)
    expect(flags()).toEqual([[false, false, 'active']])
    await harness.advance(5_000)
    expect(flags()).toEqual([[true, false, 'active']])
    await harness.advance(20_000)
    expect(flags()).toEqual([[true, true, 'inactive']])
    harness.emitAnalytics(update(1))
    harness.flushFrame()
    expect(flags()).toEqual([[false, false, 'active']])
  })

  it('of an hourly stream counts from when its next entry was due', async () => {
    const harness = startStreams()
    const hourly = { ...update(0), data: { ...update(0).data, stream_key: 'tdp:kraken:BTCUSD:processed_candles:h1' } }
    harness.emitAnalytics(anAck({ data: { connection_id: 'c', market: aMarket({ now: NOW, speed: 60 }) } }), hourly)
    const flags = () =>
      harness
        .records('processed_candles')
        .map(({ isStale, isVeryStale, status: state }) => [isStale, isVeryStale, state])
    await harness.advance(70_000)
    expect(flags()).toEqual([[false, false, 'active']])
    await harness.advance(5_000)
    expect(flags()).toEqual([[true, false, 'active']])
    await harness.advance(20_000)
    expect(flags()).toEqual([[true, true, 'inactive']])
  })

  it('renders nothing for a tick without changes', async () => {
    const harness = startStreams()
    harness.emitAnalytics(update(1))
    await harness.advance(0)
    const before = harness.records('analysis')
    await harness.advance(60_000)
    expect(harness.records('analysis')).toBe(before)
  })
})
