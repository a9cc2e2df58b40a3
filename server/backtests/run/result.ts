import { BACKTEST } from '#contract/limits.ts'
import type { BacktestResult, EquityPoint, Trade } from '#contract/backtests/result.ts'
import type { CandleColumns } from '../trading/candle-columns.ts'
import type { ClosedTrade } from '../trading/account.ts'
import { buyAndHold, type Simulation } from '../trading/simulate.ts'
import type { TradingTerms } from '../trading/terms.ts'
import type { SpanDecisions } from './evaluation.ts'

const MINUTE_MS = 60_000

/** Largest fall from the highest value before, in percent of that. */
export function maxDrawdown(equity: Float64Array, capital: number): number {
  let highest = capital
  let deepest = 0
  for (const value of equity) {
    highest = Math.max(highest, value)
    deepest = Math.max(deepest, (highest - value) / highest)
  }
  return 100 * deepest
}

function sideAt({ direction }: Simulation, row: number): EquityPoint['side'] {
  const value = direction[row] ?? 0
  if (value === 0) return null
  return value > 0 ? 'long' : 'short'
}

/** The account at every n-th close, and at the last. */
function equityPoints(candles: CandleColumns, simulation: Simulation): EquityPoint[] {
  const step = Math.max(1, Math.ceil(candles.length / BACKTEST.equityPoints))
  const points: EquityPoint[] = []
  let low = Infinity
  for (let row = 0; row < candles.length; row += 1) {
    const equity = simulation.equity[row] ?? 0
    low = Math.min(low, equity)
    if ((row + 1) % step !== 0 && row < candles.length - 1) continue
    const at = (candles.at[row] ?? 0) + MINUTE_MS
    points.push({ at, equity, low, price: candles.close[row] ?? 0, side: sideAt(simulation, row) })
    low = Infinity
  }
  return points
}

const toTrade = (
  { decidedAt, openedAt, closedAt, entryPrice, exitPrice, quantity, profit, ...trade }: ClosedTrade,
  why: string,
): Trade => ({
  side: trade.side,
  decided_at: decidedAt,
  opened_at: openedAt,
  closed_at: closedAt,
  entry_price: entryPrice,
  exit_price: exitPrice,
  quantity,
  profit,
  profit_pct: (100 * profit) / (quantity * entryPrice),
  fees: trade.fees,
  slippage: trade.slippage,
  exit: trade.exit,
  why,
})

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** What a result has besides the account. */
export interface ResultParts extends Pick<BacktestResult, 'report' | 'contributions'> {
  /** Minutes of the span without a candle. */
  readonly missing: number
  readonly notes: readonly string[]
}

/** The result of a simulated span. */
export function resultOf(
  candles: CandleColumns,
  { decisions, counts }: SpanDecisions,
  simulation: Simulation,
  terms: TradingTerms,
  { missing, notes, ...rest }: ResultParts,
): BacktestResult {
  const whys = new Map(decisions.map(({ at, why }) => [at, why]))
  const { trades, finalEquity } = simulation
  const cut = trades.length - BACKTEST.maxTrades
  return {
    summary: {
      return_pct: 100 * (finalEquity / terms.capital - 1),
      max_drawdown_pct: maxDrawdown(simulation.equity, terms.capital),
      trades: trades.length,
    },
    minutes: candles.length,
    missing_minutes: missing,
    decisions: { ...counts },
    final_equity: finalEquity,
    fees: sum(trades.map(({ fees }) => fees)),
    slippage: sum(trades.map(({ slippage }) => slippage)),
    buy_and_hold_equity: buyAndHold(candles, terms),
    trades: trades.slice(0, BACKTEST.maxTrades).map((trade) => toTrade(trade, whys.get(trade.decidedAt) ?? '')),
    equity: equityPoints(candles, simulation),
    notes: cut > 0 ? [...notes, `The last ${cut} of ${trades.length} trades are counted but not listed.`] : [...notes],
    ...rest,
  }
}
