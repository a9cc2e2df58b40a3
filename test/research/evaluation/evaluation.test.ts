import { describe, expect, it } from 'vitest'
import type { Pattern } from '#contract/payloads/patterns.ts'
import type { Candle } from '#contract/candles.ts'
import { brier, calibrate } from '#research/evaluation/calibration.ts'
import { fitLogistic } from '#research/evaluation/fit.ts'
import { groupByDay, bootstrapByDay, wilsonInterval } from '#research/evaluation/interval.ts'
import { evaluateLevels } from '#research/evaluation/evaluate-levels.ts'
import { evaluatePatterns } from '#research/evaluation/evaluate-patterns.ts'
import { HORIZON } from '#server/outcomes/moves.ts'
import { bootstrapSlope } from '#research/evaluation/slope.ts'
import { HOLD_DEFINITIONS, type HoldDefinition } from '#server/outcomes/hold.ts'
import { firstTouch } from '#server/outcomes/touch.ts'
import { seeded, walk } from '#test/support/data/analysis.ts'

const bar = (i: number, low: number, high: number, close = (low + high) / 2): Candle => ({
  timestamp: i * 60,
  open: close,
  high,
  low,
  close,
  volume: 1,
})
const byWick: HoldDefinition = { share: 0.5, judgedBy: 'wick', hours: 1 }
const outcomeUnder = (definition: HoldDefinition, ...bars: [low: number, high: number, close?: number][]) =>
  firstTouch(
    bars.map(([low, high, close], i) => bar(i, low, high, close)),
    0,
    bars.length,
    100,
    'support',
    () => 4,
    definition,
  )
const outcome = (...bars: [low: number, high: number, close?: number][]) => outcomeUnder(byWick, ...bars)

describe('[AN-70] outcome of a touch', () => {
  it('is held when price moves back before it moves beyond', () => {
    expect(outcome([101, 103], [99.5, 101], [99, 101], [100, 102.1])).toEqual({ index: 1, outcome: 'held' })
  })
  it('is broken when price moves beyond first, or both ways within one minute', () => {
    expect(outcome([99.5, 101], [97.9, 101], [100, 103])).toEqual({ index: 0, outcome: 'broken' })
    expect(outcome([99.5, 101], [97.9, 103])).toEqual({ index: 0, outcome: 'broken' })
  })
  it('considers only the close of the touching minute as after the touch', () => {
    expect(outcome([99.5, 104, 101], [99, 101])).toEqual({ index: 0, outcome: 'open' })
    expect(outcome([99.5, 104, 102.5])).toEqual({ index: 0, outcome: 'held' })
  })
  it('is decided by closing prices only, where a definition says so', () => {
    const byClose: HoldDefinition = { ...byWick, judgedBy: 'close' }
    expect(outcomeUnder(byClose, [99.5, 101, 100], [97, 103, 101], [97, 103, 102])).toEqual({
      index: 0,
      outcome: 'held',
    })
    expect(outcomeUnder(byClose, [97, 101, 100], [97, 103, 98])).toEqual({ index: 0, outcome: 'broken' })
  })
  it('is open when nothing decides it within the hours of the definition', () => {
    const quiet = Array.from({ length: 60 }, (): [number, number] => [99, 101])
    expect(outcome(...quiet, [100, 103])).toEqual({ index: 0, outcome: 'open' })
    expect(outcome(...quiet.slice(1), [100, 103])).toEqual({ index: 0, outcome: 'held' })
  })
  it('is followed under eight definitions for the rise of classes', () => {
    expect(HOLD_DEFINITIONS.map(({ judgedBy, share, hours }) => `${judgedBy} ${share} ${hours}`)).toEqual([
      'wick 0.35 1',
      'wick 0.35 4',
      'wick 0.7 1',
      'wick 0.7 4',
      'close 0.35 1',
      'close 0.35 4',
      'close 0.7 1',
      'close 0.7 4',
    ])
  })
  it('is undefined without a touch', () => {
    expect(outcome([101, 103], [100.5, 104])).toBeUndefined()
  })
})

describe('[AN-71] levels compared with random levels', () => {
  it('arbitrary levels on a random walk do no better than their controls', () => {
    const minutes = walk({ count: 30_000, step: 0.002 })
    const samples = Array.from({ length: 450 }, (_, i) => {
      const index = 1_000 + i * 60
      const price = minutes[index - 1]?.close ?? 0
      const hourlyRange = price * 0.02
      const levels = [-1, 1].flatMap((side) =>
        [0.3, 0.5, 0.8].map((distance) => ({
          price: price + side * distance * hourlyRange,
          role: side < 0 ? ('support' as const) : ('resistance' as const),
          meta: distance,
        })),
      )
      return { index, price, hourlyRange, levels }
    })
    const ranges = minutes.map(({ close }) => close * 0.02)
    const trials = evaluateLevels(samples, minutes, ranges, seeded(1))
    const held = trials.filter(({ outcome: how }) => how === 'held').length / trials.length
    const controls = trials.flatMap((trial) => trial.controls)
    const heldControls = controls.filter((how) => how === 'held').length / controls.length
    expect(trials.length).toBeGreaterThan(300)
    expect(Math.abs(held - heldControls)).toBeLessThan(0.06)
  })

  it('ignores levels nearer than a quarter of the hourly range or not reached within the hour', () => {
    const minutes = Array.from({ length: 200 }, (_, i) => bar(i, i < 90 ? 100 : 90, i < 90 ? 101 : 91))
    const sample = (price: number) => [
      { index: 10, price: 100.5, hourlyRange: 10, levels: [{ price, role: 'support' as const, meta: 0 }] },
    ]
    const ranges = minutes.map(() => 10)
    expect(evaluateLevels(sample(99), minutes, ranges, seeded(1))).toEqual([])
    expect(evaluateLevels(sample(95), minutes, ranges, seeded(1))).toEqual([])
  })
})

describe('[AN-72] patterns compared with any candle', () => {
  it('are evaluated after ten candles', () => {
    const candles = Array.from({ length: 40 }, (_, i) => bar(i, 99 + i, 101 + i, 100 + i))
    const pattern = (bullish: boolean, expected_move: number | null): Pattern => ({
      pattern: 'Hammer',
      bullish,
      confidence: 1,
      expected_move,
      description: '',
      maturity: { formation_stage: 'complete', pattern_reliability: 0.5 },
      timestamp: 0,
    })
    const trials = evaluatePatterns(
      [
        { pattern: pattern(true, 11), index: 0 },
        { pattern: pattern(true, 12), index: 0 },
        { pattern: pattern(false, 100), index: 0 },
        { pattern: pattern(true, null), index: 0 },
        { pattern: pattern(true, 1), index: 40 - HORIZON },
      ],
      candles,
    )
    expect(trials.map(({ isCorrect, isReached, baseline }) => ({ isCorrect, isReached, baseline }))).toEqual([
      { isCorrect: true, isReached: true, baseline: 1 },
      { isCorrect: true, isReached: false, baseline: 1 },
      { isCorrect: false, isReached: false, baseline: 0 },
      { isCorrect: true, isReached: false, baseline: 1 },
    ])
  })
})

describe('[AN-73] proportions, intervals and calibration', () => {
  it("matches the textbook values of Wilson's interval", () => {
    const { share, low, high } = wilsonInterval(8, 10)
    expect([share, low, high].map((value) => Number(value.toFixed(4)))).toEqual([0.8, 0.4902, 0.9433])
    expect(wilsonInterval(0, 0)).toEqual({ share: 0, low: 0, high: 1, count: 0 })
  })

  it('resampling days widens the interval when cases of a day are correlated', () => {
    const random = seeded(5)
    const together = Array.from({ length: 40 }, () => ({ hits: random() < 0.5 ? 20 : 0, count: 20 }))
    const apart = Array.from({ length: 40 }, () => ({ hits: 10, count: 20 }))
    const width = ({ low, high }: { low: number; high: number }) => high - low
    expect(width(bootstrapByDay(together))).toBeGreaterThan(0.2)
    expect(width(bootstrapByDay(apart))).toBe(0)
  })

  it('groups cases by UTC day', () => {
    const cases = [
      { t: 86_399, hit: true },
      { t: 86_400, hit: false },
      { t: 90_000, hit: true },
    ]
    expect(
      groupByDay(
        cases,
        ({ t }) => t,
        ({ hit }) => hit,
      ),
    ).toEqual([
      { hits: 1, count: 1 },
      { hits: 1, count: 2 },
    ])
  })

  it('fills calibration bins equally, with equal claims together', () => {
    const claims = [0.1, 0.1, 0.1, 0.1, 0.6, 0.9].map((claimed, i) => ({ claimed, happened: i % 2 === 1 }))
    expect(calibrate(claims, 3).map(({ claimed, happened }) => [claimed, happened.count, happened.share])).toEqual([
      [0.1, 4, 0.5],
      [0.75, 2, 0.5],
    ])
    expect(
      brier([
        { claimed: 1, happened: false },
        { claimed: 0.5, happened: true },
      ]),
    ).toBe(0.625)
  })

  it('finds the slope per step, and none in data without one', () => {
    const random = seeded(11)
    const cases = (rise: number) =>
      Array.from({ length: 8_000 }, (_, i) => ({
        time: i * 600,
        step: i % 4,
        happened: random() < 0.4 + rise * (i % 4),
      }))
    const rising = bootstrapSlope(cases(0.05))
    expect(rising.low).toBeGreaterThan(0.03)
    expect(rising.high).toBeLessThan(0.07)
    const none = bootstrapSlope(cases(0))
    expect(none.low).toBeLessThan(0)
    expect(none.high).toBeGreaterThan(0)
    expect(bootstrapSlope([])).toEqual({ slope: 0, low: 0, high: 0 })
  })

  it('fits the weights that generated the cases', () => {
    const random = seeded(9)
    const cases = Array.from({ length: 6_000 }, () => {
      const inputs = [random() * 4 - 2, random() < 0.3 ? 1 : 0]
      const odds = 0.4 + 0.8 * (inputs[0] ?? 0) - 1.2 * (inputs[1] ?? 0)
      return { inputs, happened: random() < 1 / (1 + Math.exp(-odds)) }
    })
    const { intercept, weights } = fitLogistic(cases, 1)
    expect(intercept).toBeCloseTo(0.4, 0)
    expect(Math.abs((weights[0] ?? 0) - 0.8)).toBeLessThan(0.08)
    expect(Math.abs((weights[1] ?? 0) + 1.2)).toBeLessThan(0.15)
  })
})
