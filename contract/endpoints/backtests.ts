import * as z from 'zod/mini'
import {
  backtestResponseSchema,
  backtestsResponseSchema,
  changedBacktestSchema,
  dataSetsResponseSchema,
  renameBacktestSchema,
} from '../backtests/jobs.ts'
import { backtestRequestSchema } from '../backtests/request.ts'
import { STRATEGY } from '../limits.ts'
import type { Endpoint } from './endpoint.ts'

const READ = { access: 'Viewer', scope: 'strategies:read' } as const
const WRITE = { access: 'Trader', scope: 'strategies:write' } as const
const params = z.object({ id: z.string().check(z.maxLength(STRATEGY.maxId)) })
const ENDED = { 409: 'The backtest has ended.' }

export const data = {
  method: 'GET',
  path: '/api/ensemble/backtests/data',
  ...READ,
  response: dataSetsResponseSchema,
  summary: 'List the candles that can be tested on',
  detail: "The server's own, and imported ones.",
} satisfies Endpoint

export const list = {
  method: 'GET',
  path: '/api/ensemble/backtests',
  ...READ,
  response: backtestsResponseSchema,
  summary: 'List your backtests',
  detail: 'Newest first.',
} satisfies Endpoint

export const start = {
  method: 'POST',
  path: '/api/ensemble/backtests',
  ...WRITE,
  body: backtestRequestSchema,
  example: {
    name: 'June, all in',
    subject: { kind: 'template', template_id: 'conservative_trend_following' },
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
  },
  response: changedBacktestSchema,
  failures: { 409: 'As many of your backtests are waiting as may.' },
  summary: 'Start a backtest',
  detail:
    'Of a draft, a strategy or a template. Times are unix milliseconds, fee and half spread percent, range_share from 0 to 1.',
} satisfies Endpoint

export const one = {
  method: 'GET',
  path: '/api/ensemble/backtests/:id',
  ...READ,
  params,
  response: backtestResponseSchema,
  summary: 'Read a backtest',
  detail: 'With its result once it is done.',
} satisfies Endpoint

export const rename = {
  method: 'PATCH',
  path: '/api/ensemble/backtests/:id',
  ...WRITE,
  params,
  body: renameBacktestSchema,
  example: { name: 'June, cautious' },
  response: changedBacktestSchema,
  summary: 'Rename a backtest',
} satisfies Endpoint

export const remove = {
  method: 'DELETE',
  path: '/api/ensemble/backtests/:id',
  ...WRITE,
  params,
  response: changedBacktestSchema,
  summary: 'Delete a backtest',
  detail: 'A running one ends.',
} satisfies Endpoint

export const pause = {
  method: 'POST',
  path: '/api/ensemble/backtests/:id/pause',
  ...WRITE,
  params,
  response: changedBacktestSchema,
  failures: ENDED,
  summary: 'Pause a backtest that waits or runs',
  detail: 'The next one runs meanwhile.',
} satisfies Endpoint

export const resume = {
  method: 'POST',
  path: '/api/ensemble/backtests/:id/resume',
  ...WRITE,
  params,
  response: changedBacktestSchema,
  failures: ENDED,
  summary: 'Resume a paused backtest',
  detail: 'The analysis goes on with the month that it was in.',
} satisfies Endpoint

export const cancel = {
  method: 'POST',
  path: '/api/ensemble/backtests/:id/cancel',
  ...WRITE,
  params,
  response: changedBacktestSchema,
  failures: ENDED,
  summary: 'Cancel a backtest that waits, runs or is paused',
} satisfies Endpoint
