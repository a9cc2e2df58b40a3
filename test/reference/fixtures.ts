import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { madeCandles, MADE_STRATEGIES } from '#test/support/data/made-backtests.ts'
import type { Computed, ReferenceCase } from '#test/support/server/backtest-reference.ts'

const FILE = resolve('test/reference/fixtures/made.json')

/** The strategies whose results by the reference are stored, so that they are compared where there is no Python. */
export const fixtureCases = (): ReferenceCase[] =>
  MADE_STRATEGIES.slice(1, 4).map((strategy, n) => ({
    strategy,
    candles: madeCandles({ days: 45, rowsPerDay: 144, seed: 7 + n, absent: 0.02 }),
  }))

/** A result as it is stored: the first trades, and all figures but the curve. */
export const fixtureOf = ({ trades, final_equity, report }: Computed): Computed => ({
  trades: trades.slice(0, 5),
  final_equity,
  report: Object.fromEntries(Object.entries(report).filter(([field]) => field !== 'curve')),
})

export const storedFixtures = (): Computed[] => JSON.parse(readFileSync(FILE, 'utf8'))
