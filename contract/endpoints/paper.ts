import * as z from 'zod/mini'
import { PAIR_IDS } from '../pairs.ts'
import {
  allocateSchema,
  changedPaperSchema,
  curveResponseSchema,
  haltSchema,
  ledgerQuerySchema,
  ledgerResponseSchema,
  paperLimitsSchema,
  paperResponseSchema,
  reasonSchema,
  startPaperSchema,
} from '../paper/account.ts'
import type { Endpoint } from './endpoint.ts'

const READ = { access: 'Viewer', scope: 'paper:read' } as const
const WRITE = { access: 'Trader', scope: 'paper:write' } as const
const params = z.object({ id: z.string().check(z.maxLength(60)) })
const NO_ACCOUNT = 'There is no paper account.'
const LIMITS = { max_daily_loss_pct: 5, max_drawdown_pct: 20, max_positions: null, on_hit: 'close' }

export const account = {
  method: 'GET',
  path: '/api/ensemble/paper',
  ...READ,
  response: paperResponseSchema,
  summary: 'Read your paper account',
  detail: 'With what each strategy trades and holds, as of the last closed minute. Null before the first start.',
} satisfies Endpoint

export const start = {
  method: 'POST',
  path: '/api/ensemble/paper',
  ...WRITE,
  body: startPaperSchema,
  example: {
    settings: {
      capital: 10_000,
      fee_pct: 0.4,
      slippage: { half_spread_pct: 0.01, range_share: 0.1 },
      allow_short: false,
    },
    limits: LIMITS,
  },
  response: changedPaperSchema,
  summary: 'Start a paper account',
  detail: 'The one before ends, positions and all, and stays in the history.',
} satisfies Endpoint

export const limits = {
  method: 'PATCH',
  path: '/api/ensemble/paper/limits',
  ...WRITE,
  body: paperLimitsSchema,
  example: LIMITS,
  response: changedPaperSchema,
  failures: { 409: NO_ACCOUNT },
  summary: 'Change the limits of your paper account',
} satisfies Endpoint

export const halt = {
  method: 'POST',
  path: '/api/ensemble/paper/halt',
  ...WRITE,
  body: haltSchema,
  example: { close: true },
  response: changedPaperSchema,
  failures: { 409: NO_ACCOUNT },
  summary: 'Stop all paper trading at once',
  detail: 'Until it is resumed. Positions are closed at the next minute, or stay open with their stops and targets.',
} satisfies Endpoint

export const resume = {
  method: 'POST',
  path: '/api/ensemble/paper/resume',
  ...WRITE,
  response: changedPaperSchema,
  failures: { 409: 'There is no paper account, or it is not stopped.' },
  summary: 'Let paper trading go on',
  detail: 'The largest loss and drawdown are counted anew from now on.',
} satisfies Endpoint

export const allocate = {
  method: 'POST',
  path: '/api/ensemble/paper/allocations',
  ...WRITE,
  body: allocateSchema,
  example: { strategy_id: '7d0e0f0e-4e0b-4a57-9a3c-0f4f0b3c1c11', pair: PAIR_IDS[0], capital: 2_000 },
  response: changedPaperSchema,
  failures: { 409: 'The strategy trades on that pair already, or so much capital is not free.' },
  summary: 'Let a strategy trade on paper',
  detail: 'A strategy of your own, with a part of the capital that is free, from its next decision on.',
} satisfies Endpoint

export const end = {
  method: 'POST',
  path: '/api/ensemble/paper/allocations/:id/end',
  ...WRITE,
  params,
  body: reasonSchema,
  example: { reason: 'Enough seen' },
  response: changedPaperSchema,
  failures: { 409: 'It has ended.' },
  summary: 'Take a strategy off paper trading',
  detail: 'An open position is closed at the open of the next minute.',
} satisfies Endpoint

export const close = {
  method: 'POST',
  path: '/api/ensemble/paper/allocations/:id/close',
  ...WRITE,
  params,
  body: reasonSchema,
  example: { reason: 'News' },
  response: changedPaperSchema,
  failures: { 409: 'It has no open position.' },
  summary: 'Close the position of a strategy',
  detail: 'At the open of the next minute; the strategy trades on.',
} satisfies Endpoint

export const ledger = {
  method: 'GET',
  path: '/api/ensemble/paper/ledger',
  ...READ,
  query: ledgerQuerySchema,
  parameters: {
    before: { description: 'Only rows with a smaller number' },
    kind: { description: 'Only rows of this kind' },
  },
  response: ledgerResponseSchema,
  summary: 'List the ledger of your paper account',
  detail: 'Newest first. Trades are its rows of the kind `close`, what was not traded and why its notes.',
} satisfies Endpoint

export const curve = {
  method: 'GET',
  path: '/api/ensemble/paper/curve',
  ...READ,
  response: curveResponseSchema,
  summary: 'Read the equity of your paper account over time',
} satisfies Endpoint
