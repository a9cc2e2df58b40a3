import { describe, expect, it } from 'vitest'
import { remainingOf, trustOf } from '#src/features/dashboard/chart/candleClock.ts'
import type { MarketReading } from '#src/streams/index.ts'

const NOW = Date.UTC(2026, 4, 1, 12)
const MARKET = Date.UTC(2019, 5, 1, 12)
const MINUTE_MS = 60_000

const reading = (given: Partial<MarketReading['market']> = {}): MarketReading => ({
  market: { kind: 'simulated', label: 'Simulated', now: MARKET, speed: 1, pairs: ['BTCUSD'], ...given },
  receivedAt: NOW,
})

describe('[CH-41] trust', () => {
  it.each([
    ['kraken', 'Live'],
    ['replay', 'Replay'],
    ['simulated', 'Simulated'],
  ] as const)('%s is called %s', (kind, source) => {
    expect(trustOf({ lastUpdate: MARKET }, reading({ kind }), NOW)).toEqual({ source, ageMs: 0, tone: 'success' })
  })

  it.each([
    [9 * MINUTE_MS + 59_999, 'success'],
    [10 * MINUTE_MS, 'warning'],
    [29 * MINUTE_MS + 59_999, 'warning'],
    [30 * MINUTE_MS, 'danger'],
  ])('at %i ms is %s', (age, tone) => {
    expect(trustOf({ lastUpdate: MARKET - age }, reading(), NOW)).toMatchObject({ ageMs: age, tone })
  })

  it('is measured on the market clock, however fast it runs', () => {
    const trust = trustOf({ lastUpdate: MARKET }, reading({ kind: 'replay', speed: 60 }), NOW + 10_000)
    expect(trust).toEqual({ source: 'Replay', ageMs: 10 * MINUTE_MS, tone: 'warning' })
  })

  it('of a figure from the future is full', () => {
    expect(trustOf({ lastUpdate: MARKET + 5_000 }, reading(), NOW)).toMatchObject({ ageMs: 0, tone: 'success' })
  })

  it('cannot be told without a figure or without a market', () => {
    expect(trustOf({ lastUpdate: undefined }, reading(), NOW)).toBeUndefined()
    expect(trustOf({ lastUpdate: MARKET }, undefined, NOW)).toBeUndefined()
  })
})

describe('[CH-43] the rest of the running candle', () => {
  const freshest = { source: 'live', receivedAt: NOW, provenance: undefined, remainingS: 40 } as const
  const running = { isComplete: false, remainingS: 40, freshest }

  it.each([
    [1, 0, 40],
    [1, 9_001, 31],
    [60, 500, 10],
    [1, 90_000, 0],
  ])('at speed %i, %i ms after it was told, is %i s', (speed, passed, left) => {
    expect(remainingOf(running, speed, NOW + passed)).toBe(left)
  })

  it('is not told of a closed candle, nor of one that never said', () => {
    expect(remainingOf({ ...running, isComplete: true }, 1, NOW)).toBeUndefined()
    expect(remainingOf({ ...running, remainingS: undefined }, 1, NOW)).toBeUndefined()
    expect(remainingOf({ ...running, freshest: undefined }, 1, NOW)).toBeUndefined()
  })
})
