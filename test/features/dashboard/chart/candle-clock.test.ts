import { describe, expect, it } from 'vitest'
import { secondsToClose } from '#src/features/dashboard/chart/candle-clock.ts'

const NOW = Date.UTC(2026, 4, 1, 12)

describe('[CH-43] the time left in the running candle', () => {
  const freshest = { source: 'live', messageId: undefined, receivedAt: NOW, provenance: undefined } as const
  const running = { isComplete: false, remainingS: 40, freshest }

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
    expect(secondsToClose({ ...running, freshest: undefined }, 1, NOW)).toBeUndefined()
  })
})
