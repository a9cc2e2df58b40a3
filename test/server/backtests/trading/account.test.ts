import { expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import {
  closeAtEnd,
  closeIfForced,
  equityAt,
  execute,
  newAccount,
  type Account,
} from '#server/backtests/trading/account.ts'
import { MINUTE_MS, START_MS, terms } from '#test/support/data/trading.ts'

const candle = (minute: number, open: number, high: number, low: number, close: number): Candle => ({
  timestamp: START_MS / 1000 + 60 * minute,
  open,
  high,
  low,
  close,
  volume: 1,
})
const costs = terms({ fee: 0.25, halfSpread: 0.1, stop: 0.5 })

it('[BT-6] [BT-7] [BR-10] an account is opened, marked and closed candle by candle, and each step leaves the one before as it was', () => {
  const start = newAccount(costs)
  const { account: long, trade } = execute(
    start,
    { direction: 1, decidedAt: START_MS },
    candle(0, 100, 100, 100, 100),
    costs,
  )
  expect(trade).toBeUndefined()
  expect(long).toMatchObject({ capital: 800, position: { quantity: 800 / 110, openedAt: START_MS } })
  expect(equityAt(long, 165)).toBeCloseTo(1_200, 9)

  expect(closeIfForced(long, candle(1, 100, 120, 56, 110), costs)).toEqual({ account: long, trade: undefined })
  const stopped = closeIfForced(long, candle(1, 100, 120, 55, 110), costs)
  expect(stopped.trade).toMatchObject({ exit: 'stop_loss', exitPrice: 49.5, closedAt: START_MS + MINUTE_MS })
  // 800 at 110 are 360 at 49.5; the fees are 200 and 90.
  expect(stopped.trade?.profit).toBeCloseTo(360 - 800 - 290, 9)
  expect(stopped.account).toEqual({ capital: expect.closeTo(270, 9), position: undefined })

  const ended = closeAtEnd(long, candle(1, 100, 120, 56, 110), costs)
  expect(ended.account.capital - start.capital).toBeCloseTo(ended.trade?.profit ?? 0, 9)
  expect([start, long.position?.direction]).toEqual([{ capital: 1_000, position: undefined } satisfies Account, 1])
})
