import type { BacktestRequest } from '#contract/backtests/request.ts'
import { BACKTESTS, DEFAULT_BASES } from '#contract/paths.ts'
import type { Operations } from './operation.ts'

const { strategy } = DEFAULT_BASES

const EXAMPLE: BacktestRequest = {
  name: 'June, all in',
  subject: { kind: 'template', template_id: 'conservative_trend' },
  settings: {
    pair: 'BTCUSD',
    data_set: 'library:kraken:BTCUSD',
    from: 1_559_347_200_000,
    to: 1_561_939_200_000,
    capital: 10_000,
    fee_pct: 0.4,
    slippage: { half_spread_pct: 0.01, range_share: 0.1 },
    allow_short: false,
  },
}

export const BACKTEST_OPERATIONS: Operations = {
  [`GET ${strategy}${BACKTESTS.data}`]: {
    summary: 'List the candles that can be tested on',
    detail: "The server's own, and imported ones.",
  },
  [`GET ${strategy}${BACKTESTS.list}`]: { summary: 'List your backtests', detail: 'Newest first.' },
  [`POST ${strategy}${BACKTESTS.list}`]: {
    summary: 'Start a backtest',
    detail:
      'Of a draft, a strategy or a template. Times are unix milliseconds, fee and half spread percent, range_share from 0 to 1.',
    body: EXAMPLE,
  },
  [`GET ${strategy}${BACKTESTS.one}`]: { summary: 'Read a backtest', detail: 'With its result once it is done.' },
  [`PATCH ${strategy}${BACKTESTS.one}`]: { summary: 'Rename a backtest', body: { name: 'June, cautious' } },
  [`DELETE ${strategy}${BACKTESTS.one}`]: { summary: 'Delete a backtest', detail: 'A running one ends.' },
  [`POST ${strategy}${BACKTESTS.pause}`]: {
    summary: 'Pause a backtest that waits or runs',
    detail: 'The next one runs meanwhile.',
  },
  [`POST ${strategy}${BACKTESTS.resume}`]: {
    summary: 'Resume a paused backtest',
    detail: 'The analysis goes on with the month that it was in.',
  },
  [`POST ${strategy}${BACKTESTS.cancel}`]: { summary: 'Cancel a backtest that waits, runs or is paused' },
}
