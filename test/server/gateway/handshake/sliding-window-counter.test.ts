import { describe, expect, it } from 'vitest'
import { createSlidingWindowCounter } from '#server/gateway/handshake/connection-limits.ts'

describe('a sliding window counter', () => {
  it('[GW-6] counts events per key within the window', () => {
    let now = 0
    const window = createSlidingWindowCounter(
      () => 1_000,
      () => now,
    )
    window.add('a')
    now = 600
    window.add('a')
    window.add('b')
    expect([window.count('a'), window.count('b'), window.count('c')]).toEqual([2, 1, 0])
    now = 1_000
    window.prune()
    expect([window.count('a'), window.count('b')]).toEqual([1, 1])
    now = 1_600
    expect([window.count('a'), window.count('b')]).toEqual([0, 0])
  })
})
