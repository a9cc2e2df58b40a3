import { describe, expect, it } from 'vitest'
import type { AnalysisPayload } from '#contract/payloads/streams.ts'
import type { ProcessedCandle } from '#contract/payloads/processed-candles.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import { createCaseFollower, type CaseFollower } from '#server/outcomes/follower.ts'
import type { CaseTally } from '#server/outcomes/tally.ts'
import {
  level,
  levelSet,
  marketStructure,
  pattern,
  patternAnalysis,
  snapshot,
  structureBreak,
} from '#test/support/data/payloads.ts'

/** A full hour. */
const AT = 1_561_932_000
const PRICE = 10_000

const candle = (timestamp: number, close: number, over: Partial<ProcessedCandle> = {}): ProcessedCandle => ({
  timestamp,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
  timeframe: 'M1',
  trading_pair: 'BTCUSD',
  exchange: 'kraken',
  is_complete: true,
  ...over,
})
const closesOf = (timeframe: Timeframe, from: number, prices: readonly number[], stepS: number): ProcessedCandle[] =>
  prices.map((price, index) => candle(from + index * stepS, price, { timeframe }))
const count = (follower: CaseFollower, payloads: readonly AnalysisPayload[]): CaseTally[] => {
  for (const payload of payloads) follower.add([payload])
  return [...follower.drain().tallies]
}
const of = (tallies: readonly CaseTally[], kind: CaseTally['kind']) => tallies.filter((tally) => tally.kind === kind)

/** A follower at a full hour: price 10,000, hourly range 100, support at 9,900 and its mirror at 10,100. */
function withLevel(): CaseFollower {
  const follower = createCaseFollower('BTCUSD')
  const supports = [level({ price: 9_900, hold_probability: 0.52 })]
  follower.add([
    candle(AT - 60, PRICE),
    snapshot({ timeframe: 'H1', atr_14: 100 }),
    levelSet({ timestamp: AT, support_levels: supports, resistance_levels: [level({ price: 10_024.9 })] }),
  ])
  return follower
}

describe('levels', () => {
  const touch = candle(AT, 9_905, { low: 9_899 })

  it('[SC-1] hold when a minute closes 0.7 hourly ranges back before one closes as far beyond', () => {
    const held = of(count(withLevel(), [touch, candle(AT + 60, 9_969), candle(AT + 120, 9_970)]), 'level')
    expect(held).toEqual([expect.objectContaining({ class: 'Strong', count: 1, held: 1, claimed: 0.52, bin: 10 })])
    const early = of(count(withLevel(), [touch, candle(AT + 60, 9_969)]), 'level')
    expect(early).toEqual([])
    const broken = of(count(withLevel(), [touch, candle(AT + 60, 9_830), candle(AT + 120, 9_980)]), 'level')
    expect(broken).toEqual([expect.objectContaining({ count: 1, held: 0 })])
  })

  it('[SC-1] count nothing when the price comes later than within the hour, or stays for four', () => {
    expect(count(withLevel(), [candle(AT + 3_600, 9_899), candle(AT + 3_660, 9_980)])).toEqual([])
    const stays = count(withLevel(), [touch, candle(AT + 4 * 3_600, 9_980)])
    expect(stays).toEqual([])
    const justInTime = of(count(withLevel(), [touch, candle(AT + 4 * 3_600 - 60, 9_980)]), 'level')
    expect(justInTime).toEqual([expect.objectContaining({ count: 1, held: 1 })])
  })

  it('[SC-1] compares with the price as far away on the other side, and leaves near ones out', () => {
    const up = of(count(withLevel(), [candle(AT, 10_100), candle(AT + 60, 10_030)]), 'level')
    expect(up).toEqual([expect.objectContaining({ count: 0, randomCount: 1, randomHeld: 1 })])
  })

  it('[SC-1] only those of a full hour, and from the time on that levels are scored', () => {
    const set = (timestamp: number) => levelSet({ timestamp, support_levels: [level({ price: 9_900 })] })
    const openedBy = (follower: CaseFollower, timestamp: number) => {
      follower.add([candle(timestamp - 60, PRICE), snapshot({ timeframe: 'H1', atr_14: 100 }), set(timestamp)])
      return follower.drain().opened.length
    }
    expect(openedBy(createCaseFollower('BTCUSD'), AT + 60)).toBe(0)
    const late = () => createCaseFollower('BTCUSD', { levelsFrom: (first) => first + 3_600 })
    expect(openedBy(late(), AT)).toBe(0)
    const started = late()
    started.add([candle(AT - 3_600, PRICE)])
    expect(openedBy(started, AT)).toBeGreaterThan(0)
  })
})

describe('patterns and breaks', () => {
  const hammer = pattern({ timestamp: AT, bullish: true })
  const published = patternAnalysis({ patterns: { M5: [hammer] } })
  const closes = (last: number) => closesOf('M5', AT + 300, [90, 90, 90, 90, 90, 90, 90, 90, 90, last], 300)

  it('[SC-2] [AN-72] are judged by the tenth close after their publication', () => {
    const follow = (last: number) => {
      const follower = createCaseFollower('BTCUSD')
      follower.add([candle(AT, 100, { timeframe: 'M5' }), published])
      return of(count(follower, closes(last)), 'pattern')
    }
    expect(follow(101)).toEqual([
      expect.objectContaining({ class: 'Hammer', timeframe: 'M5', count: 1, held: 1, rising: 1 }),
    ])
    expect(follow(100)).toEqual([expect.objectContaining({ count: 1, held: 0 })])
  })

  it('[SC-2] count once however often they are published, a chart pattern once per stage', () => {
    const follower = createCaseFollower('BTCUSD')
    const top = (stage: 'forming' | 'confirmed') =>
      pattern({
        pattern: 'Double Top',
        timestamp: AT - 900,
        maturity: { formation_stage: stage, pattern_reliability: 0.5 },
      })
    const all = (stage: 'forming' | 'confirmed') => patternAnalysis({ patterns: { M5: [hammer, top(stage)] } })
    follower.add([candle(AT, 100, { timeframe: 'M5' }), all('forming')])
    follower.add([all('confirmed'), candle(AT + 300, 101, { timeframe: 'M5' }), all('forming')])
    expect(follower.drain().opened.map((each) => each.class)).toEqual([
      'Hammer',
      'Double Top forming',
      'Double Top confirmed',
    ])
  })

  it('[SC-2] count every candle with what came after it, for what chance reaches', () => {
    const follower = createCaseFollower('BTCUSD')
    const tallies = of(
      count(follower, closesOf('M15', AT, [...Array<number>(10).fill(100), 101, 99, 100], 900)),
      'candle',
    )
    expect(tallies).toEqual([expect.objectContaining({ timeframe: 'M15', count: 3, rising: 1, falling: 1 })])
  })

  it('[SC-4] opens a break when its candle closes, without a claim', () => {
    const follower = createCaseFollower('BTCUSD')
    const down = structureBreak({ break_type: 'bearish_break_of_structure', timeframe: 'M5', timestamp: AT })
    const old = structureBreak({ timeframe: 'M5', timestamp: AT - 300 })
    const structure = marketStructure({ timestamp: AT + 1, structure_breaks: [down, old] })
    follower.add([candle(AT, 100, { timeframe: 'M5' }), structure, structure])
    expect(of(count(follower, closes(99)), 'break')).toEqual([
      expect.objectContaining({
        class: 'bearish_break_of_structure',
        count: 1,
        held: 1,
        bin: -1,
        claimed: 0,
        falling: 1,
      }),
    ])
  })
})

describe('regimes', () => {
  const phase = (at: number, market_phase: 'bullish' | 'ranging' | 'neutral') => {
    const structure = marketStructure({ timestamp: at, market_phase, structure_breaks: [] })
    return { ...structure, market_regime: { ...structure.market_regime, change_probability: 0.25 } }
  }

  it('[SC-3] hold when the phase is the same an hour later; an unknown one is not counted', () => {
    const follow = (later: 'bullish' | 'ranging' | 'neutral', at = AT + 3_600) =>
      count(createCaseFollower('BTCUSD'), [phase(AT, 'bullish'), phase(at, later)])
    expect(follow('bullish')).toEqual([expect.objectContaining({ class: 'bullish', count: 1, held: 1, claimed: 0.75 })])
    expect(follow('ranging')).toEqual([expect.objectContaining({ count: 1, held: 0 })])
    expect(follow('neutral')).toEqual([])
    expect(follow('bullish', AT + 7_200)).toEqual([])
  })

  it('[SC-3] [FG-3] are those of full hours, so that no two cases overlap', () => {
    const quarters = [0, 900, 1_800, 2_700, 3_600, 4_500].map((after) => phase(AT + after, 'bullish'))
    expect(count(createCaseFollower('BTCUSD'), quarters)).toEqual([expect.objectContaining({ count: 1, held: 1 })])
  })
})

it('[SC-21] goes on from its state as if it had not stopped', () => {
  const payloads = [
    candle(AT, 9_905, { low: 9_899 }),
    ...closesOf('M5', AT, [100, 99], 300),
    patternAnalysis({ patterns: { M5: [pattern({ timestamp: AT + 300 })] } }),
    ...closesOf('M5', AT + 600, Array<number>(10).fill(101), 300),
    candle(AT + 3_000, 9_980),
  ]
  const whole = count(withLevel(), payloads)
  expect(whole.length).toBeGreaterThan(2)
  for (let stop = 1; stop < payloads.length; stop += 1) {
    const first = withLevel()
    const before = payloads.slice(0, stop)
    for (const payload of before) first.add([payload])
    const { opened, tallies } = first.drain()
    const start = { state: structuredClone(first.state()), open: structuredClone(opened) }
    const after = count(createCaseFollower('BTCUSD', { start }), payloads.slice(stop))
    const sum = (all: readonly CaseTally[], read: (tally: CaseTally) => number) =>
      all.reduce((total, tally) => total + read(tally), 0)
    for (const read of [(each: CaseTally) => each.count, (each: CaseTally) => each.held])
      expect(sum([...tallies, ...after], read)).toBe(sum(whole, read))
  }
})
