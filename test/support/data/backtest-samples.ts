import type { BacktestJob, DataSet } from '#contract/backtests/jobs.ts'
import type { BacktestResult, Trade } from '#contract/backtests/result.ts'
import { CONTRIBUTIONS, report } from './backtest-report.ts'

const START = Date.UTC(2019, 5, 1)
const DAY_MS = 86_400_000

export const dataSet = (part: Partial<DataSet> = {}): DataSet => ({
  id: 'library:kraken:BTCUSD',
  pair: 'BTCUSD',
  label: 'Kraken, imported',
  from: START,
  to: START + 60 * DAY_MS,
  minutes: 86_400,
  ...part,
})

export const job = (part: Partial<BacktestJob> = {}): BacktestJob => ({
  id: 'b-1',
  name: 'June',
  subject: { kind: 'strategy', name: 'Alpha', strategy_id: 's-1', version_number: 2 },
  settings: {
    pair: 'BTCUSD',
    data_set: 'library:kraken:BTCUSD',
    from: START,
    to: START + 30 * DAY_MS,
    capital: 10_000,
    fee_pct: 0.4,
    slippage: { half_spread_pct: 0.01, range_share: 0.1 },
    allow_short: false,
  },
  status: 'done',
  progress: null,
  reason: null,
  summary: { return_pct: 4.2, max_drawdown_pct: 7.5, trades: 38 },
  created_at: START,
  finished_at: START + 5_000,
  ...part,
})

export const trade = (part: Partial<Trade> = {}): Trade => ({
  side: 'long',
  decided_at: START + 60_000,
  opened_at: START + 60_000,
  closed_at: START + 3_600_000,
  entry_price: 8_000,
  exit_price: 8_100,
  quantity: 0.125,
  profit: 12.5,
  profit_pct: 1.25,
  fees: 8,
  slippage: 0.2,
  exit: 'take_profit',
  why: 'Every rule was met; 2 of 2 sources voted BUY',
  ...part,
})

export const result = (part: Partial<BacktestResult> = {}): BacktestResult => ({
  summary: { return_pct: 4.2, max_drawdown_pct: 7.5, trades: 38 },
  minutes: 43_000,
  missing_minutes: 200,
  decisions: { BUY: 40, SELL: 36, HOLD: 42_924 },
  final_equity: 10_420,
  fees: 61,
  slippage: 9,
  buy_and_hold_equity: 11_000,
  trades: [trade()],
  equity: [],
  notes: ['Half a percent is missing.'],
  report: report(),
  contributions: CONTRIBUTIONS,
  ...part,
})
