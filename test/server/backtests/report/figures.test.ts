import { describe, expect, it } from 'vitest'
import { partOf, splitDays, costsOf, exposureOf, hitRateOf, profitFactorOf } from '#server/backtests/report/figures.ts'
import { expectedBest, selectionOf, timingOf } from '#server/backtests/report/luck.ts'
import { daysOf, walkOf, yearsOf, type ReportTrade } from '#server/backtests/report/periods.ts'
import { seededRandom } from '#server/lib/random.ts'
import { normals } from '#test/support/data/made-prices.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const tradeOf = (profit: number, closed = '2019-06-01T00:00'): ReportTrade => ({
  side: 'long',
  openedAt: at(closed) - 60_000,
  closedAt: at(closed),
  profit,
  fees: 2,
  slippage: 1,
})
const minutesOf = (rows: readonly (readonly [time: string, equity: number, close: number, direction: number])[]) => ({
  at: Float64Array.from(rows, ([time]) => at(time)),
  equity: Float64Array.from(rows, ([, equity]) => equity),
  close: Float64Array.from(rows, ([, , close]) => close),
  direction: Int8Array.from(rows, ([, , , direction]) => direction),
})

const minutes = minutesOf([
  ['2019-05-31T23:58', 100, 10, 0],
  ['2019-05-31T23:59', 110, 11, 1],
  ['2019-06-01T00:00', 88, 9, -1],
  ['2019-06-01T00:01', 99, 12, 0],
  ['2019-06-03T12:00', 121, 12.5, 0],
])
const days = daysOf(minutes, 100, { buyPrice: 10, sellPrice: 12, fee: 0 })

describe('the days of a backtest', () => {
  it('[BR-10] have the last equity, the deepest drawdown of their minutes and the share with a position', () => {
    expect(days.map((day) => [new Date(day.at).toISOString().slice(0, 10), day.equity, day.exposure])).toEqual([
      ['2019-05-31', 110, 0.5],
      ['2019-06-01', 99, 0.5],
      ['2019-06-03', 121, 0],
    ])
    expect(days.map(({ drawdown }) => drawdown)).toEqual([0, expect.closeTo(0.2, 12), 0])
    expect(days.map((day) => day.return)).toEqual([0.1, -0.1, 121 / 99 - 1].map((each) => expect.closeTo(each, 12)))
  })

  it('[BR-10] stand beside buying at the start and selling at the end, with the same costs', () => {
    expect(days.map(({ benchmark }) => benchmark)).toEqual([110, 120, 120].map((each) => expect.closeTo(each, 9)))
    expect(days[1]!.benchmarkDrawdown).toBeCloseTo(1 - 9 / 11, 12)
    const costly = daysOf(minutes, 100, { buyPrice: 10, sellPrice: 12, fee: 0.01 })
    expect(costly.at(-1)!.benchmark).toBeCloseTo((100 / 10.1) * 12 * 0.99, 9)
  })

  it('[BR-11] are summed up by month and year', () => {
    expect(yearsOf(days, 100)).toEqual([
      {
        year: 2019,
        months: [
          ...Array<null>(4).fill(null),
          expect.closeTo(0.1, 12),
          expect.closeTo(0.1, 12),
          ...Array<null>(6).fill(null),
        ],
        total: expect.closeTo(0.21, 12),
      },
    ])
  })

  it('[BR-17] each month stands beside all before it; a trade counts where it was closed', () => {
    const trades = [tradeOf(1, '2019-05-31T23:59'), tradeOf(1), tradeOf(1, '2019-06-03T12:00')]
    expect(walkOf(days, trades, 100)).toEqual([
      { month: '2019-05', before: null, return: expect.closeTo(0.1, 12), trades: 1 },
      { month: '2019-06', before: expect.closeTo(0.1, 12), return: expect.closeTo(0.1, 12), trades: 2 },
    ])
  })

  it('[BR-17] the first two thirds stand beside the last', () => {
    const [first, last] = splitDays(days, 100)
    const trades = [tradeOf(1), tradeOf(1, '2019-06-03T12:00')]
    expect(partOf(first, trades, seededRandom(1))).toEqual({
      from: at('2019-05-31T00:00'),
      to: at('2019-06-02T00:00'),
      days: 2,
      trades: 1,
      return: expect.closeTo(-0.01, 12),
      sharpe: null,
    })
    expect(partOf(last, trades, seededRandom(1))).toMatchObject({
      days: 1,
      trades: 1,
      return: expect.closeTo(2 / 9, 12),
    })
  })
})

it('[BR-17] the first two thirds are rounded up', () => {
  const [first, last] = splitDays([...days, ...days].slice(0, 5), 100)
  expect([first.days.length, last.days.length]).toEqual([4, 1])
})

describe('figures of trades', () => {
  const profits = Array.from({ length: 40 }, (_, n) => (n % 4 === 0 ? -10 : 5 + (n % 3)))
  const trades = profits.map((profit) => tradeOf(profit))

  it('[BR-13] hit rate and profit factor have intervals around them', () => {
    const hits = hitRateOf(trades, seededRandom(1))!
    const factor = profitFactorOf(trades, seededRandom(1))!
    const gained = profits.filter((profit) => profit > 0).reduce((sum, profit) => sum + profit, 0)

    expect(hits.value).toBe(0.75)
    // Wilson's, by hand.
    expect(hits.low).toBeLessThanOrEqual(0.5982)
    expect(hits.high).toBeGreaterThanOrEqual(0.8581)
    expect(factor.value).toBeCloseTo(gained / 100, 9)
    expect(factor.low).toBeGreaterThan(0)
    expect(factor.low).toBeLessThan(factor.value)
    expect(factor.high).toBeGreaterThan(factor.value)
  })

  it('[BR-2] there is none with fewer than 30 trades, and no profit factor without a loss', () => {
    expect(hitRateOf(trades.slice(0, 29), seededRandom(1))).toBeNull()
    expect(profitFactorOf(trades.slice(0, 29), seededRandom(1))).toBeNull()
    expect(
      profitFactorOf(
        trades.map(() => tradeOf(1)),
        seededRandom(1),
      ),
    ).toBeNull()
  })

  it('[BR-13] a share stays between 0 and 1', () => {
    const rarely = Array.from({ length: 40 }, (_, day) => (day === 7 ? 0.2 : 0))
    expect(exposureOf(rarely, seededRandom(1))).toEqual({
      value: expect.closeTo(0.005, 12),
      low: expect.any(Number),
      high: expect.any(Number),
    })
    expect(exposureOf(rarely, seededRandom(1))!.low).toBeGreaterThanOrEqual(0)
    expect(exposureOf([1, 1, 1], seededRandom(1))).toEqual({ value: 1, low: 1, high: 1 })
  })

  it('[BR-24] exposure is the mean of the shares of the days', () => {
    const days = Array.from({ length: 40 }, (_, day) => (day % 2 === 0 ? 360 : 720) / 1_440)
    expect(exposureOf(days, seededRandom(1))?.value).toBeCloseTo(0.375, 12)
  })

  it('[BR-14] costs are a share of the profit before them', () => {
    expect(costsOf([tradeOf(10), tradeOf(-4)])).toEqual({ fees: 4, slippage: 2, share: 0.5 })
    expect(costsOf([tradeOf(-20)])).toEqual({ fees: 2, slippage: 1, share: null })
  })
})

describe('the baseline', () => {
  const shifts = { rows: 1_000, shifts: 99, random: seededRandom(1) }

  it('[BR-15] counts the shifts that did as well, and the run itself', () => {
    const timing = timingOf(0.5, { ...shifts, returnOfShift: (shift) => shift / 1_000 })!
    expect(timing.p).toBe((timing.as_good + 1) / 100)
    expect(timing.as_good + timing.as_bad).toBe(99)
    expect(timing.p).toBeGreaterThan(0.4)
    expect(timing.p).toBeLessThan(0.6)
    expect([timing.low < 0.1, timing.high > 0.9]).toEqual([true, true])
  })

  it('[BR-15] counts equals on both sides, and never draws the run itself', () => {
    const drawn: number[] = []
    const timing = timingOf(0, { ...shifts, rows: 3, returnOfShift: (shift) => (drawn.push(shift), 0) })!
    expect([timing.p, timing.as_good, timing.as_bad]).toEqual([1, 99, 99])
    expect(new Set(drawn)).toEqual(new Set([1, 2]))
    expect(timingOf(0, { ...shifts, rows: 1, returnOfShift: () => 0 })).toBeNull()
  })
})

describe('the deflated Sharpe ratio', () => {
  const draw = normals(4)
  const returns = Array.from({ length: 365 }, () => 0.02 * draw() + 0.002)

  it('[BR-16] falls with the number of variants tried', () => {
    const [one, ten, hundred] = [1, 10, 100].map((variants) => selectionOf(returns, variants)!)
    expect(one!.lucky_best).toBe(0)
    expect(one!.probability).toBeGreaterThan(ten!.probability)
    expect(ten!.probability).toBeGreaterThan(hundred!.probability)
    expect(hundred!.lucky_best).toBeGreaterThan(ten!.lucky_best)
    expect(selectionOf([1, 1, 1], 3)).toBeNull()
  })

  it('[BR-16] the best of lucky variants is what simulation gives', () => {
    const best = Array.from({ length: 4_000 }, () => Math.max(...Array.from({ length: 20 }, draw)))
    const mean = best.reduce((sum, each) => sum + each, 0) / best.length
    expect(Math.abs(expectedBest(20) - mean)).toBeLessThan(0.04)
  })
})
