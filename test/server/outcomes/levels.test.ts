import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import type { LevelCase } from '#server/outcomes/case.ts'
import { HOLD_DEFINITIONS, holdText, type HoldDefinition } from '#server/outcomes/hold.ts'
import { followLevel, levelCases, type LevelClaim } from '#server/outcomes/levels.ts'
import { walk } from '#test/support/data/analysis.ts'

const HOUR = 3_600

type Result = 'held' | 'broken' | 'undecided' | 'open'
/** Follows a level through minutes, and says what came of it and after how many. */
function followed(level: LevelCase, minutes: readonly Candle[], hourlyRange: number): [Result, number] {
  let open = level
  for (const [index, minute] of minutes.entries()) {
    const step = followLevel(open, minute, hourlyRange)
    if ('isHeld' in step) return [step.isHeld === undefined ? 'undecided' : step.isHeld ? 'held' : 'broken', index]
    open = step.next
  }
  return [open.touch === null ? 'undecided' : 'open', minutes.length]
}

const bar = (i: number, low: number, high: number, close = (low + high) / 2): Candle => ({
  timestamp: HOUR + i * 60,
  open: close,
  high,
  low,
  close,
  volume: 1,
})
const byWick: HoldDefinition = { share: 0.5, judgedBy: 'wick', hours: 1 }
const support = (holds: HoldDefinition): LevelCase => {
  const claim = { class: 'Weak', claimed: 0.5, price: 100, role: 'support' as const, holds }
  return levelCases('level', [claim], HOUR, { price: 102, hourlyRange: 4 })[0]!
}
const outcomeUnder = (holds: HoldDefinition, ...bars: [low: number, high: number, close?: number][]) =>
  followed(
    support(holds),
    bars.map(([low, high, close], i) => bar(i, low, high, close)),
    4,
  )
const outcome = (...bars: [low: number, high: number, close?: number][]) => outcomeUnder(byWick, ...bars)

describe('[AN-70] outcome of a touch', () => {
  it('is held when price moves back before it moves beyond', () => {
    expect(outcome([101, 103], [99.5, 101], [99, 101], [100, 102.1])).toEqual(['held', 3])
  })
  it('is broken when price moves beyond first, or both ways within one minute', () => {
    expect(outcome([99.5, 101], [97.9, 101], [100, 103])).toEqual(['broken', 1])
    expect(outcome([99.5, 101], [97.9, 103])).toEqual(['broken', 1])
  })
  it('considers only the close of the touching minute as after the touch', () => {
    expect(outcome([99.5, 104, 101], [99, 101])).toEqual(['open', 2])
    expect(outcome([99.5, 104, 102.5])).toEqual(['held', 0])
  })
  it('is decided by closing prices only, where a definition says so', () => {
    const byClose: HoldDefinition = { ...byWick, judgedBy: 'close' }
    expect(outcomeUnder(byClose, [99.5, 101, 100], [97, 103, 101], [97, 103, 102])).toEqual(['held', 2])
    expect(outcomeUnder(byClose, [97, 101, 100], [97, 103, 98])).toEqual(['broken', 1])
  })
  it('is not known when nothing decides it within the hours of the definition', () => {
    const quiet = Array.from({ length: 60 }, (): [number, number] => [99, 101])
    expect(outcome(...quiet, [100, 103])).toEqual(['undecided', 60])
    expect(outcome(...quiet.slice(1), [100, 103])).toEqual(['held', 59])
  })
  it('is followed under eight definitions for the rise of classes', () => {
    expect(HOLD_DEFINITIONS.map(holdText)).toEqual(
      ['wick', 'close'].flatMap((by) =>
        [0.35, 0.7].flatMap((share) => [1, 4].map((hours) => `${by} within ${share} hourly ranges and ${hours} h`)),
      ),
    )
  })
  it('is not known without a touch', () => {
    expect(outcome([101, 103], [100.5, 104])).toEqual(['undecided', 2])
  })
})

describe('[AN-71] levels compared with prices as far away on the other side', () => {
  it('arbitrary levels on a random walk do no better', () => {
    const minutes = walk({ count: 30_000, step: 0.002, start: 0 })
    const counts = { own: { held: 0, count: 0 }, mirrored: { held: 0, count: 0 } }
    for (let index = 1_020; index < minutes.length; index += 60) {
      const price = minutes[index - 1]?.close ?? 0
      const hourlyRange = price * 0.02
      const claims = [0.3, 0.5, 0.8].map((distance): LevelClaim => ({
        class: 'Weak',
        claimed: 0.5,
        price: price - distance * hourlyRange,
        role: 'support',
      }))
      for (const each of levelCases('level', claims, index * 60, { price, hourlyRange })) {
        const [result] = followed(each, minutes.slice(index, index + 300), hourlyRange)
        if (result !== 'held' && result !== 'broken') continue
        const sums = each.isMirrored ? counts.mirrored : counts.own
        sums.count += 1
        sums.held += result === 'held' ? 1 : 0
      }
    }
    const { own, mirrored } = counts
    expect(Math.min(own.count, mirrored.count)).toBeGreaterThan(150)
    expect(Math.abs(own.held / own.count - mirrored.held / mirrored.count)).toBeLessThan(0.1)
  })

  it('ignores levels nearer than a quarter of the hourly range or not reached within the hour', () => {
    const minutes = Array.from({ length: 200 }, (_, i) => bar(i, i < 90 ? 100 : 90, i < 90 ? 101 : 91))
    const claim = (price: number): LevelClaim => ({ class: 'Weak', claimed: 0.5, price, role: 'support' })
    const market = { price: 100.5, hourlyRange: 10 }
    expect(levelCases('level', [claim(99)], HOUR, market)).toEqual([])
    const [far] = levelCases('level', [claim(95)], HOUR, market)
    expect(followed(far!, minutes, 10)).toEqual(['undecided', 60])
  })
})
