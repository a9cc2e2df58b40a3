import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createColumns, type CandleColumns } from '#server/backtests/trading/candle-columns.ts'
import { madeCandles, MADE_STRATEGIES } from '#test/support/data/made-backtests.ts'
import { referenceData } from '#test/support/data/reference.ts'
import { computed, computedByReference, differences, hasPython } from '#test/support/server/backtest-reference.ts'
import { fixtureCases, fixtureOf, storedFixtures } from './fixtures.ts'

const TIMEOUT_MS = 240_000
const MONTHS = ['01', '02', '03', '04', '05', '06'].map((month) =>
  referenceData(`candles/BTCUSD-1m-2019-${month}.csv.gz`),
)
const python = hasPython()
// eslint-disable-next-line no-console
if (!python) console.warn('SKIPPED: the reference of backtests needs python3; their figures are compared with nothing')

/** The reference takes a minute for a whole month. */
const MINUTES = 15 * 1_440

/** The first half of a recorded month. */
function recorded(path: string): CandleColumns {
  const rows = gunzipSync(readFileSync(path))
    .toString('utf8')
    .trim()
    .split('\n')
    .slice(1, 1 + MINUTES)
    .map((line) => line.split(',').map(Number))
  const columns = createColumns(rows.length)
  rows.forEach(([timestamp = 0, open = 0, high = 0, low = 0, close = 0, volume = 0], row) => {
    columns.at[row] = timestamp * 1000
    columns.open[row] = open
    columns.high[row] = high
    columns.low[row] = low
    columns.close[row] = close
    columns.volume[row] = volume
  })
  return columns
}

describe.skipIf(!python)('the reference in Python (needs python3)', { timeout: TIMEOUT_MS }, () => {
  it('[BR-19] [BT-7] gives the same fills and figures on ten made strategies', () => {
    const cases = MADE_STRATEGIES.map((strategy, n) => ({
      strategy,
      candles: madeCandles({ days: 40 + 3 * n, rowsPerDay: 144, seed: 100 + n, absent: 0.05 * (n % 3), drift: 0.002 }),
    }))
    const found = computedByReference(cases)

    expect(found.length).toBe(cases.length)
    expect(cases.flatMap((each, n) => differences(computed(each), found[n], each.strategy.name))).toEqual([])
    // Neither are they empty, nor do all have too few trades.
    expect(found.filter(({ trades }) => trades.length >= 30).length).toBeGreaterThanOrEqual(8)
    expect(found.filter(({ report }) => report.timing === null).length).toBeGreaterThanOrEqual(1)
  })

  it('[BR-19] gives what the fixtures hold', () => {
    expect(computedByReference(fixtureCases()).map(fixtureOf)).toEqual(storedFixtures())
  })

  it.skipIf(MONTHS.includes(undefined)).each(MONTHS.map((path, month) => [month + 1, path] as const))(
    '[BR-19] gives the same on recorded month %i (needs PAIRBOT_REFERENCE_DATA)',
    (month, path) => {
      const candles = recorded(path ?? '')
      const cases = MADE_STRATEGIES.filter((_, n) => n % MONTHS.length === month - 1).map((strategy) => ({
        strategy,
        candles,
      }))
      const found = computedByReference(cases)

      expect(cases.flatMap((each, n) => differences(computed(each), found[n], each.strategy.name))).toEqual([])
    },
  )
})
