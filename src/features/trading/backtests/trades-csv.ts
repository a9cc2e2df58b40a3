import type { Trade } from '#contract/backtests/result.ts'
import { csvLine } from '#contract/csv.ts'

const HEADER = [
  'decided_at',
  'opened_at',
  'closed_at',
  'side',
  'entry_price',
  'exit_price',
  'quantity',
  'profit',
  'profit_percent',
  'fees',
  'slippage',
  'exit',
  'why',
]

const iso = (ms: number): string => new Date(ms).toISOString()

/** Trades as CSV, one a line: times in UTC, amounts in dollars. */
export const tradesCsv = (trades: readonly Trade[]): string =>
  [
    HEADER,
    ...trades.map((trade) => [
      iso(trade.decided_at),
      iso(trade.opened_at),
      iso(trade.closed_at),
      trade.side,
      trade.entry_price,
      trade.exit_price,
      trade.quantity,
      trade.profit,
      trade.profit_pct,
      trade.fees,
      trade.slippage,
      trade.exit,
      trade.why,
    ]),
  ]
    .map(csvLine)
    .join('')
