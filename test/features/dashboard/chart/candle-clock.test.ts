import { describe, expect, it } from 'vitest'
import { aMarket } from '#test/support/data/messages.ts'
import { candle, windowOf } from '#test/support/data/candles.ts'
import { isPriceLive, secondsToClose } from '#src/features/dashboard/chart/candle-clock.ts'

const NOW = Date.UTC(2026, 4, 1, 12)

describe('[CH-43] the time left in the running candle', () => {
  const running = { ...windowOf([candle(0)]).last!, receivedAt: NOW, remainingS: 40 }

  it.each([
    [1, 0, 40],
    [1, 9_001, 31],
    [60, 500, 10],
    [1, 90_000, 0],
    [60, -900, 40],
  ])('at speed %i, %i ms after the last message, is %i s', (speed, passed, left) => {
    expect(secondsToClose(running, speed, NOW + passed)).toBe(left)
  })

  it('is undefined for a closed candle or without a known remaining time', () => {
    expect(secondsToClose({ ...running, isComplete: true }, 1, NOW)).toBeUndefined()
    expect(secondsToClose({ ...running, remainingS: undefined }, 1, NOW)).toBeUndefined()
    expect(secondsToClose(undefined, 1, NOW)).toBeUndefined()
  })
})

describe('[CH-49] [ST-34] a live price', () => {
  const window = {
    liveness: 'live',
    lastUpdate: NOW,
    freshest: { source: 'live', messageId: undefined, receivedAt: NOW, provenance: undefined },
  } as const
  const reading = (speed = 1) => ({ market: aMarket({ now: NOW, speed }), receivedAt: NOW })

  it.each([
    [1, 4_000, true],
    [1, 4_001, false],
    [60, 3_016, true],
    [60, 3_017, false],
  ])('at speed %i, %i ms after the last update: %s', (speed, passed, isLive) => {
    expect(isPriceLive(window, reading(speed), NOW + passed)).toBe(isLive)
  })

  it.each(['connecting', 'reconnecting', 'unresponsive', 'polled', 'disconnected'] as const)(
    'needs a connection that is not %s',
    (liveness) => {
      expect(isPriceLive({ ...window, liveness }, reading(), NOW)).toBe(false)
    },
  )

  it('gives a candle that was polled while the socket is live no longer respite', () => {
    const polled = { ...window, freshest: { ...window.freshest, source: 'polling' as const } }
    expect(isPriceLive(polled, reading(), NOW + 10_000)).toBe(false)
  })

  it('needs a price', () => {
    expect(isPriceLive({ liveness: 'live', lastUpdate: undefined, freshest: undefined }, reading(), NOW)).toBe(false)
  })
})
