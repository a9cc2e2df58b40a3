import { describe, expect, it } from 'vitest'
import { reportOf } from '#server/backtests/report/report.ts'
import { normals } from '#test/support/data/made-prices.ts'

const DAY_MS = 86_400_000
const DAYS = 90
const START = Date.UTC(2019, 0, 1)

/** A backtest of daily returns around `mean`, whose shifts in time all have the profit `shifted`. */
function reportAround(mean: number, shifted: number) {
  const noise = normals(7)
  let equity = 10_000
  const equities = Array.from({ length: DAYS }, () => (equity *= 1 + mean + 0.01 * noise()))
  const at = (day: number) => START + day * DAY_MS
  return reportOf({
    capital: 10_000,
    minutes: {
      at: Float64Array.from(equities, (_, day) => at(day)),
      equity: Float64Array.from(equities),
      close: new Float64Array(DAYS).fill(100),
      direction: new Int8Array(DAYS).fill(1),
    },
    trades: Array.from({ length: 60 }, (_, n) => ({
      side: 'long' as const,
      openedAt: at(n),
      closedAt: at(n + 1),
      profit: n % 4 === 0 ? 10 : -10,
      fees: 2,
      slippage: 1,
    })),
    benchmark: { buyPrice: 100, sellPrice: 100, fee: 0 },
    variants: 2,
    shifts: 99,
    profitOfShift: (shift) => shifted + (shift % 2),
    seed: 1,
  })
}

describe('a backtest that clearly lost', () => {
  it('[BR-1] [BR-3] says so, although the same decisions at other times lost more', () => {
    const { luck, headline, figures } = reportAround(-0.01, -9_000)
    expect(figures.sharpe?.high).toBeLessThan(0)
    expect(luck).toBe('lost')
    expect(headline).toMatch(/^Lost \d+% in 3 months, .* The loss is more than bad luck: /)
  })

  it('[BR-3] is worse than luck if the same decisions at other times rarely did as badly', () => {
    expect(reportAround(-0.01, 500).luck).toBe('worse')
  })

  it('[BR-3] could be luck while its interval reaches zero', () => {
    const { luck, figures } = reportAround(-0.0005, -9_000)
    expect(figures.sharpe?.high).toBeGreaterThan(0)
    expect(luck).toBe('selected')
  })
})
