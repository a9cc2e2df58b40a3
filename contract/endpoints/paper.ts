import * as z from 'zod/mini'
import { PAIR_IDS } from '../pairs.ts'
import {
  allocateSchema,
  changedPaperSchema,
  closeSchema,
  curveResponseSchema,
  haltSchema,
  ledgerQuerySchema,
  ledgerResponseSchema,
  noteSchema,
  paperLimitsSchema,
  paperResponseSchema,
  reasonSchema,
  startPaperSchema,
} from '../paper/account.ts'
import { ordersQuerySchema, ordersResponseSchema, placeOrderSchema, protectionSchema } from '../paper/orders.ts'
import type { Endpoint } from './endpoint.ts'

const READ = { access: 'Viewer', scope: 'paper:read' } as const
const WRITE = { access: 'Trader', scope: 'paper:write' } as const
const params = z.object({ id: z.string().check(z.maxLength(60)) })
const NO_ACCOUNT = 'There is no paper account.'
const NO_POSITION = 'It has no open position.'
const LIMITS = {
  max_daily_loss_pct: 5,
  max_drawdown_pct: 20,
  max_positions: null,
  max_exposure_pct: 100,
  cool_down: { losses: 3, minutes: 60 },
  on_hit: 'close',
}

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
  summary: 'Let a strategy trade on paper, or trade by hand',
  detail:
    'A strategy of your own, with a part of the capital that is free, from its next decision on. ' +
    'Without a strategy the allocation trades the orders that you place on it.',
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
  body: closeSchema,
  example: { share_pct: 50, reason: 'News' },
  response: changedPaperSchema,
  failures: { 409: NO_POSITION },
  summary: 'Close a position, or a part of it',
  detail: 'At the open of the next minute; the strategy trades on.',
} satisfies Endpoint

export const protect = {
  method: 'PATCH',
  path: '/api/ensemble/paper/allocations/:id/position',
  ...WRITE,
  params,
  body: protectionSchema,
  example: { stop: 58_000, target: 64_000 },
  response: changedPaperSchema,
  failures: { 409: NO_POSITION },
  summary: 'Change stop and target of a position',
  detail: 'From the next minute on. A stop is on the losing side of the last price, a target on the other.',
} satisfies Endpoint

export const placeOrder = {
  method: 'POST',
  path: '/api/ensemble/paper/allocations/:id/orders',
  ...WRITE,
  params,
  body: placeOrderSchema,
  example: {
    side: 'SELL',
    quantity: 0.05,
    legs: [
      { type: 'limit', price: 64_000 },
      { type: 'trailing_stop', distance_pct: 2 },
    ],
    good_for: 'cancelled',
  },
  response: changedPaperSchema,
  failures: { 409: 'It has ended, is stopped, has as many orders as it may, or only its strategy opens positions.' },
  summary: 'Place an order on paper',
  detail:
    'Filled from the next minute on, of each minute at most a tenth of what was traded in it. ' +
    'Of two legs the first that fills cancels the other.',
} satisfies Endpoint

export const cancelOrder = {
  method: 'DELETE',
  path: '/api/ensemble/paper/orders/:id',
  ...WRITE,
  params,
  response: changedPaperSchema,
  summary: 'Cancel an order on paper',
  detail: 'What is filled stays.',
} satisfies Endpoint

export const orders = {
  method: 'GET',
  path: '/api/ensemble/paper/orders',
  ...READ,
  query: ordersQuerySchema,
  parameters: { limit: { description: 'Orders that ended' } },
  response: ordersResponseSchema,
  summary: 'List your orders on paper',
  detail: 'Those that wait, then those that ended, newest first.',
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

export const addNote = {
  method: 'POST',
  path: '/api/ensemble/paper/notes',
  ...WRITE,
  body: noteSchema,
  example: { text: 'Stopped out twice before the news: wider stops. #stops' },
  response: changedPaperSchema,
  failures: { 409: NO_ACCOUNT },
  summary: 'Add a note of your own to the ledger',
} satisfies Endpoint

export const curve = {
  method: 'GET',
  path: '/api/ensemble/paper/curve',
  ...READ,
  response: curveResponseSchema,
  summary: 'Read the equity of your paper account over time',
} satisfies Endpoint
