import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { BacktestReport } from '#contract/backtests/report.ts'
import { reportInput, reportOf } from '#server/backtests/report/report.ts'
import type { CandleColumns } from '#server/backtests/trading/candle-columns.ts'
import { simulate } from '#server/backtests/trading/simulate.ts'
import type { MadeStrategy } from '#test/support/data/made-backtests.ts'

/** Shifts in time that are compared: each is a run of its own in Python. */
const SHIFTS = 19
const SEED = 2019

/** Texts, and what was given. */
const NOT_COMPARED = new Set(['headline', 'luck', 'from', 'to', 'capital', 'seed'])

/** A strategy over candles. */
export interface ReferenceCase {
  readonly strategy: MadeStrategy
  readonly candles: CandleColumns
}

/** What the server and the reference are compared in. */
export interface Computed {
  readonly trades: readonly Readonly<Record<string, unknown>>[]
  readonly final_equity: number
  readonly report: Partial<BacktestReport>
}

/** Whether the reference can be run here. */
export const hasPython = (): boolean => spawnSync('python3', ['--version']).status === 0

/** Computed by the server's code. */
export function computed({ strategy, candles }: ReferenceCase): Computed {
  const { terms, variants } = strategy
  const decisions = strategy.decide(candles)
  const simulation = simulate(candles, decisions, terms)
  const input = reportInput({ candles, decisions, terms, simulation, variants, seed: SEED })
  const found = reportOf({ ...input, shifts: SHIFTS })
  return {
    trades: simulation.trades.map((trade) => ({
      side: trade.side,
      opened_at: trade.openedAt,
      closed_at: trade.closedAt,
      entry_price: trade.entryPrice,
      exit_price: trade.exitPrice,
      quantity: trade.quantity,
      fees: trade.fees,
      profit: trade.profit,
      slippage: trade.slippage,
      exit: trade.exit,
    })),
    final_equity: simulation.finalEquity,
    report: Object.fromEntries(Object.entries(found).filter(([field]) => !NOT_COMPARED.has(field))),
  }
}

/** The same as the reference gets it. */
function inputOf({ strategy, candles }: ReferenceCase): string {
  const { position, halfSpread, rangeShare, allowShort, ...rest } = strategy.terms
  const terms = {
    ...rest,
    half_spread: halfSpread,
    range_share: rangeShare,
    allow_short: allowShort,
    size: position === null ? null : 'usd' in position ? position.usd : 100 * position.share,
    unit: position !== null && 'share' in position ? 'pct' : 'usd',
  }
  const { at, open, high, low, close } = candles
  return JSON.stringify({
    candles: { at: [...at], open: [...open], high: [...high], low: [...low], close: [...close] },
    decisions: strategy.decide(candles).map(({ row, side }) => [row, side]),
    terms,
    variants: strategy.variants,
    shifts: SHIFTS,
    seed: SEED,
  })
}

/** Computed by `test/reference/backtest.py`, in the order of the cases. */
export function computedByReference(cases: readonly ReferenceCase[]): Computed[] {
  const { stdout, stderr, status } = spawnSync('python3', [resolve('test/reference/backtest.py')], {
    input: cases.map(inputOf).join('\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  if (status !== 0) throw new Error(`the reference failed: ${stderr}`)
  return stdout
    .trim()
    .split('\n')
    .map((line): Computed => JSON.parse(line))
}

const TOLERANCE = 1e-9

/** Paths at which two results differ: numbers by more than 1e-9 of their size, or of 1 where they are smaller. */
export function differences(own: unknown, other: unknown, path = ''): string[] {
  if (typeof own === 'number' && typeof other === 'number')
    return Math.abs(own - other) <= TOLERANCE * Math.max(1, Math.abs(other)) ? [] : [`${path}: ${own} is not ${other}`]
  if (Array.isArray(own) && Array.isArray(other))
    return own.length === other.length
      ? own.flatMap((each, index) => differences(each, other[index], `${path}[${index}]`))
      : [`${path}: ${own.length} items are not ${other.length}`]
  if (typeof own === 'object' && typeof other === 'object' && own !== null && other !== null) {
    const left = new Map<string, unknown>(Object.entries(own))
    const right = new Map<string, unknown>(Object.entries(other))
    return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) =>
      differences(left.get(key), right.get(key), `${path}.${key}`),
    )
  }
  return own === other ? [] : [`${path}: ${String(own)} is not ${String(other)}`]
}
