import { describe, expect, it } from 'vitest'
import type { DivergenceAnalysis } from '#contract/payloads/divergence.ts'
import type { AnalysisPayload } from '#contract/payloads/streams.ts'
import type { ProcessedCandle } from '#contract/payloads/processed-candles.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import { createFurtherClaims } from '#research/outcomes/further-claims.ts'
import type { CaseKind, OpenCase } from '#server/outcomes/case.ts'
import { createCaseFollower } from '#server/outcomes/follower.ts'
import { createChance, scoreOf } from '#server/outcomes/scores.ts'
import {
  confluenceZone,
  crossTimeframe,
  level,
  levelSet,
  marketStructure,
  pattern,
  patternAnalysis,
  snapshot,
} from '#test/support/data/payloads.ts'

const HOUR = 3_600

const candle = (timeframe: Timeframe, timestamp: number, close: number, over: Partial<ProcessedCandle> = {}) => ({
  timestamp,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
  timeframe,
  trading_pair: 'BTCUSD',
  exchange: 'kraken',
  is_complete: true,
  ...over,
})

/** What came of payloads: the cases of a kind, and what chance reaches of them. */
function follow(payloads: readonly AnalysisPayload[], kind: CaseKind) {
  const closed: [OpenCase, boolean][] = []
  const onClosed = (each: OpenCase, isHeld: boolean) => closed.push([each, isHeld])
  const follower = createCaseFollower('BTCUSD', { further: createFurtherClaims(), onClosed })
  for (const payload of payloads) follower.add([payload])
  const { tallies } = follower.drain()
  const own = tallies.filter((tally) => tally.kind === kind)
  return {
    cases: closed
      .filter(([of]) => of.kind === kind)
      .map(([of, isHeld]) => [of.class, 'timeframe' in of ? of.timeframe : null, isHeld] as const),
    chance: scoreOf(own, createChance(tallies)(kind)).chance,
  }
}

/** A full hour's last minute and its candle, then what is published then. */
const hour = (at: number, close: number, published: readonly AnalysisPayload[] = []): AnalysisPayload[] => [
  candle('M1', at * HOUR - 60, close),
  candle('H1', (at - 1) * HOUR, close),
  ...published,
]
/** Closes at the hours 1 to 5: up, up, down, flat. */
const hours = (published: Readonly<Record<number, readonly AnalysisPayload[]>>): AnalysisPayload[] =>
  [10, 11, 12, 9, 9].flatMap((close, index) => hour(index + 1, close, published[index + 1]))

describe('claims of full hours', () => {
  const signal = (timestamp: number, direction: 'bullish' | 'bearish' | 'neutral') => ({
    ...crossTimeframe({
      analysis_summary: { primary_timeframe: 'H1', overall_signal: { direction, strength: 1, expected_move: 0 } },
    }),
    timestamp,
  })

  it('[FG-2] a signal is right if price moved its way an hour later; [FG-4] chance is the share of hours that did', () => {
    const { cases, chance } = follow(
      hours({ 1: [signal(HOUR, 'bullish')], 3: [signal(3 * HOUR, 'bullish')], 4: [signal(4 * HOUR, 'neutral')] }),
      'cross_timeframe',
    )
    expect(cases).toEqual([
      ['60-70', null, true],
      ['60-70', null, false],
    ])
    expect(chance).toBe(0.5)
    const falling = follow(hours({ 3: [signal(3 * HOUR, 'bearish')] }), 'cross_timeframe')
    expect(falling).toEqual({ cases: [['60-70', null, true]], chance: 0.25 })
  })

  it('[FG-3] counts full hours only, and none whose next hour is unknown', () => {
    const bias = (timestamp: number) => patternAnalysis({ timestamp })
    const published = hours({
      1: [signal(HOUR + 60, 'bullish')],
      2: [bias(2 * HOUR + 900)],
      5: [signal(5 * HOUR, 'bullish'), bias(5 * HOUR)],
    })
    expect(follow(published, 'cross_timeframe').cases).toEqual([])
    expect(follow(published, 'pattern_bias').cases).toEqual([])
  })

  it('[FG-2] a phase is right if it is the same an hour later, against how often any phase is; a trend if price follows', () => {
    const phases = ['ranging', 'ranging', 'bullish', 'bullish', 'bullish'] as const
    const structures = phases.map((market_phase, index) => [
      marketStructure({
        timestamp: (index + 1) * HOUR,
        market_phase,
        structure_breaks: [],
        timeframe_analysis: [{ timeframe: 'M15', pattern: 'lower_highs_lower_lows', strength: 1 }],
      }),
    ])
    const published = hours(Object.fromEntries(structures.map((each, index) => [index + 1, each])))
    expect(follow(published, 'regime')).toEqual({
      cases: [
        ['ranging', 'M15', true],
        ['ranging', 'M15', false],
        ['bullish', 'M15', true],
        ['bullish', 'M15', true],
      ],
      chance: 0.75,
    })
    expect(follow(published, 'trend').cases).toEqual(
      [false, false, true, false].map((isHeld) => ['lower_highs_lower_lows', 'M15', isHeld]),
    )
  })

  it('[FG-2] the levels are right if price moved away from the nearer one an hour later', () => {
    const at = (price: number, next: number) => [
      ...hour(1, price, [levelSet({ timestamp: HOUR }), levelSet({ timestamp: HOUR + 60 })]),
      ...hour(2, next),
    ]
    const { cases } = follow(at(10_820, 10_830), 'level_position')
    expect(cases.filter(([, timeframe]) => timeframe === null)).toEqual([['50-60', null, true]])
    expect(cases.map(([, timeframe]) => timeframe)).toEqual([null, 'M5', 'H1', 'H4', 'D1'])
    expect(follow(at(10_940, 10_950), 'level_position').cases[0]).toEqual(['50-60', null, false])
  })
})

describe('claims of the indicators', () => {
  const rsi = (rsi_14: number) => snapshot({ timeframe: 'H1', timestamp: 0, rsi_14 })
  const published = (closes: readonly number[], rsi_14: number) => [
    candle('M1', 0, 100),
    ...closes.flatMap((close, index) => [candle('H1', index * HOUR, close), rsi(rsi_14)]),
  ]

  it('[FG-2] [FG-3] are right if price moved their way ten candles later, and count at every tenth candle', () => {
    const closes = Array.from({ length: 21 }, (_, index) => (index <= 10 ? 100 + index : 200 - index))
    expect(follow(published(closes, 70), 'indicators').cases).toEqual([
      ['20-30', 'H1', true],
      ['20-30', 'H1', true],
    ])
  })

  it('[FG-2] point nowhere at a balance, which claims nothing', () => {
    expect(follow(published(Array<number>(11).fill(100), 50), 'indicators').cases).toEqual([])
  })
})

it('[FG-2] divergences are right if price moved their way ten candles later, and count once', () => {
  const divergence = {
    divergence_type: 'regular_bullish',
    indicator: 'RSI',
    timeframe: 'H1',
    strength: 0.5,
    bias: 'bullish',
    expected_move: 1,
    from_timestamp: 0,
    to_timestamp: HOUR,
  } as const
  const analysis: DivergenceAnalysis = {
    timestamp: 0,
    trading_pair: 'BTCUSD',
    exchange: 'kraken',
    errors: [],
    timeframe: 'H1',
    divergence_type: 'none',
    indicator: null,
    strength: 0,
    dominant_pattern: 'none',
    bias: 'neutral',
    expected_move: 0,
    divergences: [divergence],
  }
  const closes = Array.from({ length: 12 }, (_, index) => (index === 0 ? 100 : index >= 10 ? 101 : 99))
  const payloads = closes.flatMap((close, index) => [candle('H1', index * HOUR, close), analysis])
  expect(follow([candle('M1', 0, 100), ...payloads], 'divergence')).toEqual({
    cases: [['regular_bullish', 'H1', true]],
    chance: 1,
  })
})

it('[FG-1] patterns count by tenth of confidence, too', () => {
  const published = patternAnalysis({ patterns: { H1: [pattern({ confidence: 0.62 })] } })
  const closes = Array.from({ length: 11 }, (_, index) => candle('H1', index * HOUR, 100 + index))
  const [first, ...others] = closes
  expect(follow([candle('M1', 0, 100), first!, published, ...others], 'pattern_confidence').cases).toEqual([
    ['60-70', 'H1', true],
  ])
})

describe('claims about levels', () => {
  const open = (published: AnalysisPayload) => [
    candle('M1', HOUR - 60, 100),
    snapshot({ timeframe: 'H1', atr_14: 4 }),
    published,
  ]
  const at = (minute: number, low: number, high: number, close = 100) =>
    candle('M1', HOUR + minute * 60, close, { low, high })
  const levels = (support: number, resistance: number) =>
    levelSet({
      timestamp: HOUR,
      support_levels: [level({ price: support })],
      resistance_levels: [level({ price: resistance })],
    })

  it('[AN-75] judges whether a level was reached within the hour, and no later, from either side', () => {
    const reached = (...minutes: ProcessedCandle[]) =>
      follow([...open(levels(99.5, 102)), ...minutes, at(60, 99, 103)], 'reach').cases.map(([, , isHeld]) => isHeld)
    expect(reached(at(10, 99.6, 101.9))).toEqual([false, false])
    expect(reached(at(10, 99.5, 101.9))).toEqual([true, false])
    expect(reached(at(10, 99, 101), at(59, 100, 102))).toEqual([true, true])
    expect(follow([...open(levels(99.5, 102)), at(10, 99.6, 101)], 'reach').cases).toEqual([])
  })

  it('[AN-75] follows levels that the price is near apart from the others', () => {
    const minutes = [at(1, 99.6, 100), at(2, 100, 103, 103)]
    const published = open(levels(99.6, 110))
    expect(follow([...published, ...minutes], 'near').cases.map(([, , isHeld]) => isHeld)).toEqual([true])
    expect(follow([...published, ...minutes], 'rise').cases).toEqual([])
  })

  it('[AN-75] follows zones under the same rule as levels, against the price as far away on the other side', () => {
    const zones = [confluenceZone({ price_level: 98 }), confluenceZone({ price_level: 103 })]
    const published = crossTimeframe({ timestamp: HOUR, confluence_zones: zones })
    const minutes = [at(1, 98, 100), at(2, 100, 101, 100.8), at(3, 100, 102, 102), at(4, 104, 106, 106)]
    expect(follow([...open(published), ...minutes], 'zone')).toEqual({
      cases: [
        ['', null, true],
        ['', null, false],
      ],
      chance: 0,
    })
  })

  it('[AN-75] follows levels under each definition of holding', () => {
    const minutes = [at(1, 98, 100), at(2, 99, 99.5, 99.5)]
    // Back by 1.4 but not by 2.8, twice with one hour and with four; by wick the price could have been beyond.
    expect(follow([...open(levels(98, 110)), ...minutes], 'rise').cases.map(([, , isHeld]) => isHeld)).toEqual([
      true,
      true,
      true,
      true,
    ])
  })
})
