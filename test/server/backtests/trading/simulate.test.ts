import { describe, expect, it } from 'vitest'
import { seededRandom } from '#server/lib/random.ts'

import {
  buyAndHold,
  createExitSearch,
  createShift,
  profitOf,
  simulate,
  toDecisionColumns,
  type RowDecision,
} from '#server/backtests/trading/simulate.ts'
import { termsOf } from '#server/backtests/trading/terms.ts'
import { columnsOf, flat, MINUTE_MS, START_MS, terms, type Prices } from '#test/support/data/trading.ts'

const buy = (row: number): RowDecision => ({ row, side: 'BUY' })
const sell = (row: number): RowDecision => ({ row, side: 'SELL' })
const minute = (n: number) => START_MS + n * MINUTE_MS

describe('when an order is executed', () => {
  it('[BT-1] at the open of the next minute', () => {
    const candles = columnsOf([flat(90), [100, 120, 80, 110], flat(110), [105, 130, 100, 120]])
    const { trades, finalEquity } = simulate(candles, [buy(0), sell(2)], terms())

    expect(trades).toMatchObject([
      { openedAt: minute(1), closedAt: minute(3), entryPrice: 100, exitPrice: 105, quantity: 10, exit: 'decision' },
    ])
    expect(finalEquity).toBe(1_050)
  })

  it('[BT-1] never in an absent minute: in the next one that has a candle', () => {
    const candles = columnsOf([flat(100), null, null, flat(125), flat(125)])
    const { trades } = simulate(candles, [buy(0)], terms())

    expect(trades).toMatchObject([{ openedAt: minute(3), entryPrice: 125 }])
  })

  it('[BT-1] not at all after the last minute', () => {
    expect(simulate(columnsOf([flat(100), flat(100)]), [buy(1)], terms()).trades).toEqual([])
  })

  it('[BT-1] later prices change nothing before them', () => {
    const minutes: Prices[] = [flat(100), [100, 104, 99, 102], [102, 103, 101, 101], flat(101), flat(99)]
    const changed = minutes.map((prices, n) => (n < 3 ? prices : flat(5)))
    const decisions = [buy(0), sell(1)]
    const [ours, theirs] = [minutes, changed].map((each) => simulate(columnsOf(each), decisions, terms()))

    expect(theirs?.trades).toEqual(ours?.trades)
    expect(theirs?.equity.slice(0, 3)).toEqual(ours?.equity.slice(0, 3))
  })
})

describe('one position', () => {
  const prices = columnsOf([flat(100), flat(100), flat(110), flat(120), flat(100), flat(90)])

  it('[BT-2] ignores a decision of its side and is closed by one of the other', () => {
    const { trades, direction } = simulate(prices, [buy(0), buy(1), sell(2), sell(3)], terms())

    expect(trades).toMatchObject([{ side: 'long', entryPrice: 100, exitPrice: 120, profit: 200 }])
    expect([...direction]).toEqual([0, 1, 1, 0, 0, 0])
  })

  it('[BT-2] a SELL opens a short position only where that is allowed', () => {
    const { trades, finalEquity } = simulate(prices, [buy(0), sell(2)], terms({ allowShort: true }))

    expect(trades).toMatchObject([
      { side: 'long', profit: 200, closedAt: minute(3) },
      { side: 'short', profit: 300, openedAt: minute(3), entryPrice: 120, exitPrice: 90, exit: 'end' },
    ])
    expect(finalEquity).toBe(1_500)
  })

  it('[BT-2] a position of the other side is opened at the same open, from the capital that the closing left', () => {
    const costs = { fee: 0.25, halfSpread: 0.1, allowShort: true }
    const candles = columnsOf([flat(100), flat(100), [121, 121, 121, 110], [110, 110, 110, 99], flat(99)])
    const { trades } = simulate(candles, [buy(0), sell(1)], terms(costs))

    // 800 of 1000 buy at 110, and sell at 108.9 for a fee of a quarter.
    const left = 800 * (108.9 / 110) * 0.75
    expect(trades[0]).toMatchObject({ side: 'long', closedAt: minute(2), exit: 'decision' })
    expect(trades[1]).toMatchObject({ side: 'short', openedAt: minute(2), entryPrice: trades[0]?.exitPrice })
    expect((trades[1]?.quantity ?? 0) * 108.9 * 1.25).toBeCloseTo(left, 9)
  })

  it('[BR-10] the account has paid what was filled, and not yet what closing will cost', () => {
    const { equity } = simulate(columnsOf([flat(100), flat(100), flat(110), flat(110)]), [buy(0)], terms({ fee: 0.25 }))
    // 800 of 1000 are invested and 200 pay the fee; the end costs a quarter of 880.
    expect([...equity]).toEqual([1_000, 800, 880, 660])
  })

  it('marks the account at each close', () => {
    const { equity } = simulate(prices, [buy(0), sell(3)], terms())
    expect([...equity]).toEqual([1_000, 1_000, 1_100, 1_200, 1_000, 1_000])
  })
})

describe('slippage', () => {
  const costs = { halfSpread: 0.01, rangeShare: 0.25 }

  it('[BT-3] is half the spread and a share of the range of the minute', () => {
    const candles = columnsOf([flat(100), [100, 108, 96, 104], flat(104), [110, 112, 104, 108], flat(108)])
    const { trades } = simulate(candles, [buy(0), sell(2)], terms(costs))
    // 100 + 1 + 0.25 * 12, and 110 - 1.1 - 0.25 * 8
    expect(trades[0]?.entryPrice).toBe(104)
    expect(trades[0]?.exitPrice).toBeCloseTo(106.9, 10)
    expect(trades[0]?.slippage).toBeCloseTo((1_000 / 104) * (4 + 3.1), 10)
  })

  it('[BT-3] goes beyond the low or high by half the spread at most', () => {
    const candles = columnsOf([flat(100), [108, 108, 96, 104], flat(104), [104, 112, 104, 108], flat(108)])
    const { trades } = simulate(candles, [buy(0), sell(2)], terms(costs))

    expect(trades[0]?.entryPrice).toBeCloseTo(108 * 1.01, 10)
    expect(trades[0]?.exitPrice).toBeCloseTo(104 * 0.99, 10)
  })
})

describe('slippage of a stop and a target', () => {
  const costs = { halfSpread: 0.01, rangeShare: 0.25 }
  const held = (last: Prices, given: object) =>
    simulate(columnsOf([flat(100), flat(100), last]), [buy(0)], terms({ ...costs, ...given })).trades[0]

  it('[BT-3] [BT-4] a stop is filled worse, but not below the low by more than half the spread', () => {
    // The entry is at 101. From 90 it would be 90 - 0.9 - 0.25 * 6 = 87.6.
    expect(held([95, 96, 90, 94], { stop: 1 - 90 / 101 })?.exitPrice).toBeCloseTo(89.1, 9)
    expect(held([95, 96, 80, 94], { stop: 1 - 90 / 101 })?.exitPrice).toBeCloseTo(90 - 0.9 - 0.25 * 16, 9)
  })

  it('[BT-4] a target is filled without slippage', () => {
    const trade = held([120, 130, 110, 120], { target: 20 / 101 })
    expect(trade?.exitPrice).toBeCloseTo(121, 9)
    // Only the entry had some.
    expect(trade?.slippage).toBeCloseTo(trade?.quantity ?? 0, 9)
  })

  it('[BT-4] a minute that opens beyond the stop of its own entry closes it from the open', () => {
    const trade = simulate(
      columnsOf([flat(100), [100, 110, 100, 105]]),
      [buy(0)],
      terms({ rangeShare: 0.5, stop: 0.04 }),
    ).trades[0]
    // Bought at 105, with the stop at 100.8, above the open; sold at 100, as 95 is below the low.
    expect(trade).toMatchObject({ entryPrice: 105, exitPrice: 100, exit: 'stop_loss', closedAt: minute(1) })
  })
})

describe('stop and target', () => {
  const both = { stop: 0.1, target: 0.2 }
  const exitOf = (minutes: readonly Prices[], given = both) =>
    simulate(columnsOf([flat(100), ...minutes]), [buy(0)], terms(given)).trades[0]

  it('[BT-4] the stop is executed when the price reaches it', () => {
    expect(exitOf([flat(100), [95, 96, 90, 94], flat(94)])).toMatchObject({
      exit: 'stop_loss',
      exitPrice: 90,
      closedAt: minute(2),
    })
    expect(exitOf([flat(100), [95, 96, 90.01, 94], flat(94)])?.exit).toBe('end')
  })

  it('[BT-4] at the open if the minute opens beyond it', () => {
    expect(exitOf([flat(100), [80, 85, 78, 84]])).toMatchObject({ exit: 'stop_loss', exitPrice: 80, profit: -200 })
  })

  it('[BT-4] the target when the price goes beyond it, at the target itself', () => {
    expect(exitOf([flat(100), [119, 120, 118, 119]])?.exit).toBe('end')
    expect(exitOf([flat(100), [119, 120.01, 118, 119]])).toMatchObject({ exit: 'take_profit', exitPrice: 120 })
    expect(exitOf([flat(100), [125, 130, 124, 126]])).toMatchObject({ exit: 'take_profit', exitPrice: 120 })
  })

  it('[BT-4] the stop comes first in a minute with both', () => {
    expect(exitOf([flat(100), [100, 130, 85, 120]])).toMatchObject({ exit: 'stop_loss', exitPrice: 90 })
  })

  it('[BT-4] both hold from the minute of the entry on', () => {
    expect(exitOf([[100, 100, 90, 95], flat(95)])).toMatchObject({ openedAt: minute(1), closedAt: minute(1) })
  })

  it('[BT-4] mirrored for a short position', () => {
    const short = (minutes: readonly Prices[]) =>
      simulate(columnsOf([flat(100), flat(100), ...minutes]), [sell(0)], terms({ ...both, allowShort: true })).trades[0]

    expect(short([[105, 111, 104, 106]])?.exitPrice).toBeCloseTo(110, 10)
    expect(short([[105, 111, 104, 106]])).toMatchObject({ exit: 'stop_loss', side: 'short' })
    expect(short([[115, 116, 112, 113]])).toMatchObject({ exit: 'stop_loss', exitPrice: 115 })
    expect(short([[85, 86, 79, 80]])).toMatchObject({ exit: 'take_profit', exitPrice: 80, profit: 200 })
    expect(short([[100, 111, 70, 80]])?.exit).toBe('stop_loss')
  })

  it('[BT-4] a decision executed at the open comes before both', () => {
    const candles = columnsOf([flat(100), flat(100), flat(100), [95, 130, 80, 90]])
    expect(simulate(candles, [buy(0), sell(2)], terms(both)).trades[0]).toMatchObject({
      exit: 'decision',
      exitPrice: 95,
    })
  })

  it('[BT-4] a position can be opened again after a stop', () => {
    const candles = columnsOf([flat(100), flat(100), flat(90), flat(80), flat(88)])
    const { trades, finalEquity } = simulate(candles, [buy(0), buy(2)], terms(both))

    expect(trades.map(({ exit }) => exit)).toEqual(['stop_loss', 'end'])
    expect(finalEquity).toBeCloseTo(900 * 1.1, 10)
  })
})

describe('the end', () => {
  it('[BT-5] closes at the last close, half the spread worse', () => {
    const candles = columnsOf([flat(100), flat(100), [100, 150, 90, 120]])
    const { trades } = simulate(candles, [buy(0)], terms({ halfSpread: 0.01, rangeShare: 0.5 }))
    expect(trades[0]).toMatchObject({ exit: 'end', exitPrice: 120 * 0.99, closedAt: minute(2) })
  })

  it('[BT-5] buy and hold pays the same costs, as in the example of the rule', () => {
    const candles = columnsOf([[100, 104, 96, 100], flat(120), flat(150)])
    const held = buyAndHold(candles, terms({ fee: 0.1, halfSpread: 0.1, rangeShare: 0.25 }))
    // Bought at 100 + 10 + 2 with 1000 / 1.1, sold at 135.
    expect(held).toBeCloseTo((((1_000 / 1.1) * 135) / 112) * 0.9, 9)
    expect(held).toBeCloseTo(986.2, 2)
  })
})

describe('size and cost of a position', () => {
  const candles = columnsOf([flat(100), flat(100), flat(110), flat(110), flat(110), flat(110)])

  it('[BT-6] is what the risk parameters allow, in dollars or percent of the capital then', () => {
    const first = (position: { usd: number } | { share: number }) =>
      simulate(candles, [buy(0), sell(1), buy(2)], terms({ position })).trades.map(
        ({ entryPrice, quantity }) => entryPrice * quantity,
      )
    expect(first({ usd: 250 })[0]).toBeCloseTo(250, 10)
    const [one, two] = first({ share: 0.5 })
    expect(one).toBeCloseTo(500, 10)
    expect(two).toBeCloseTo(525, 10)
    expect(first({ usd: 5_000 })[0]).toBeCloseTo(1_000, 10)
  })

  it('[BT-7] leaves room for the fee of each fill', () => {
    const { trades, finalEquity } = simulate(candles, [buy(0), sell(1)], terms({ fee: 0.25 }))
    // 800 of 1000 are invested, 200 pay the fee; 880 are sold for 220 less.
    expect(trades[0]).toMatchObject({ quantity: 8, fees: 420, profit: -340 })
    expect(finalEquity).toBeCloseTo(660, 10)
  })

  it('[BT-6] the terms follow from the settings and the risk parameters', () => {
    const settings = {
      pair: 'BTCUSD' as const,
      data_set: 'x',
      from: 0,
      to: 1,
      capital: 5_000,
      fee_pct: 0.4,
      slippage: { half_spread_pct: 0.01, range_share: 0.1 },
      allow_short: true,
    }
    expect(
      termsOf(settings, { max_position_size: 20, max_position_unit: 'pct', stop_loss_percentage: 2 }),
    ).toStrictEqual({
      capital: 5_000,
      fee: 0.004,
      halfSpread: 0.0001,
      rangeShare: 0.1,
      allowShort: true,
      position: { share: 0.2 },
      stop: 0.02,
      target: null,
    })
    expect(termsOf(settings, { max_position_size: 300, take_profit_percentage: 0 })).toMatchObject({
      position: { usd: 300 },
      target: null,
    })
  })

  it('[BT-6] without capital no position is opened', () => {
    const ruin = columnsOf([flat(100), flat(100), flat(300), flat(300), flat(300)])
    const { trades, finalEquity } = simulate(ruin, [sell(0), buy(2), sell(3)], terms({ allowShort: true }))

    expect(trades).toHaveLength(1)
    expect(finalEquity).toBe(-1_000)
  })
})

describe('random prices and decisions', () => {
  const random = seededRandom(5)
  let price = 100
  const minutes = Array.from({ length: 2_000 }, (): Prices => {
    if (random() < 0.1) return null
    const open = price
    price *= 1 + 0.02 * (random() - 0.5)
    const [top, bottom] = [Math.max(open, price), Math.min(open, price)]
    return [open, top * (1 + 0.01 * random()), bottom * (1 - 0.01 * random()), price]
  })
  const candles = columnsOf(minutes)
  const decisions = Array.from({ length: candles.length }, (_, row): RowDecision => {
    return random() < 0.5 ? buy(row) : sell(row)
  }).filter(() => random() < 0.05)
  const costly = terms({ fee: 0.001, halfSpread: 0.0005, rangeShare: 0.1, stop: 0.03, target: 0.05 })

  it.each([[true], [false]])('[BT-7] profits add up to the change of the capital (short %s)', (allowShort) => {
    const { trades, finalEquity, equity } = simulate(candles, decisions, { ...costly, allowShort })

    expect(trades.length).toBeGreaterThan(30)
    expect(trades.reduce((sum, { profit }) => sum + profit, 1_000)).toBeCloseTo(finalEquity, 8)
    expect(equity.at(-1)).toBe(finalEquity)
  })

  it.each([[true], [false]])('the profit alone is the same (short %s)', (allowShort) => {
    const given = { ...costly, allowShort }
    const profit = profitOf(candles, toDecisionColumns(decisions), given, createExitSearch(candles))
    expect(profit).toBe(simulate(candles, decisions, given).finalEquity - 1_000)
  })
})

it('[BR-15] decisions are shifted by rows around the end of the span, and stay in order', () => {
  const shifted = createShift([buy(0), sell(3), buy(7), sell(9)], 10)
  const at = (shift: number) => {
    const { row, direction } = shifted(shift)
    return Array.from(row, (each, n) => [each, direction[n]])
  }
  expect(at(0)).toEqual([
    [0, 1],
    [3, -1],
    [7, 1],
    [9, -1],
  ])
  expect(at(1)).toEqual([
    [0, -1],
    [1, 1],
    [4, -1],
    [8, 1],
  ])
  expect(at(5)).toEqual([
    [2, 1],
    [4, -1],
    [5, 1],
    [8, -1],
  ])
  expect([...createShift([], 10)(3).row]).toEqual([])
})
