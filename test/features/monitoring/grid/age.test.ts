import { describe, expect, it } from 'vitest'
import { ageText, type GridTime, statusTone } from '#src/features/monitoring/grid/StreamCard.tsx'
import { aMarket, T0 } from '#test/support/data/messages.ts'

const NOW = T0 * 1000
const MINUTE = 60_000
const record = (key: string, ageMs: number) =>
  ({
    key: `tdp:kraken:BTCUSD:${key}`,
    status: 'active',
    source: 'live',
    timestamp: NOW - ageMs,
    receivedAt: NOW,
    provenance: undefined,
  }) as const
const time = (over: Partial<GridTime> = {}): GridTime => ({
  now: NOW,
  market: { market: aMarket({ now: NOW }), receivedAt: NOW },
  liveness: 'live',
  ...over,
})

describe('[MO-39] a stream card', () => {
  it('shows the age of its data, however late that arrived', () => {
    expect(ageText(record('processed_candles:h1', 40 * MINUTE), time())).toEqual({
      text: '40 min',
      title: '2023-11-14 21:33:00 UTC',
      at: NOW - 40 * MINUTE,
    })
  })

  it('shows data from later than the market as such', () => {
    const later = record('analysis:divergence', -12 * MINUTE)
    expect(ageText(later, time()).text).toBe('12 min ahead')
    expect(statusTone(later, time())).toBe('warning')
  })

  it.each([
    ['analysis:divergence', 1, 'success'],
    ['analysis:divergence', 2, 'warning'],
    ['technical_indicators:m5', 5, 'success'],
    ['technical_indicators:m5', 6, 'warning'],
    ['processed_candles:h1', 59, 'success'],
    ['processed_candles:h1', 61, 'warning'],
    ['news:headlines', 9, 'success'],
    ['news:headlines', 11, 'warning'],
  ])('%s of %i min is %s', (key, minutes, tone) => {
    expect(statusTone(record(key, minutes * MINUTE), time())).toBe(tone)
  })

  it('is not green while its connection is lost', () => {
    expect(statusTone(record('analysis:divergence', 0), time({ liveness: 'unresponsive' }))).toBe('warning')
  })

  it('keeps the tone of a status that is not active', () => {
    expect(statusTone({ ...record('analysis:divergence', 0), status: 'error' }, time())).toBe('danger')
    expect(statusTone({ ...record('analysis:divergence', 40 * MINUTE), status: 'inactive' }, time())).toBe('neutral')
  })
})
