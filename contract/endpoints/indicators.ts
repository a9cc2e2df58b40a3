import * as z from 'zod/mini'
import { indicatorSeriesSchema } from '../payloads/indicator-series.ts'
import { snapshotHistoryResponseSchema, snapshotResponseSchema } from '../payloads/responses.ts'
import { successOf } from '../auth.ts'
import { CHART, GATEWAY } from '../limits.ts'
import { integerString, unixSeconds } from '../numeric-strings.ts'
import { DEFAULT_PAIR } from '../pairs.ts'
import type { Endpoint } from './endpoint.ts'

const READ = { access: 'Viewer', scope: 'market:read' } as const
const text = z.string().check(z.maxLength(40))
const params = z.object({ timeframe: text })
const pair = z._default(text, DEFAULT_PAIR)
const query = z.object({ pair })

export const all = {
  method: 'GET',
  path: '/api/indicators/:timeframe/all',
  ...READ,
  params,
  query,
  response: snapshotResponseSchema,
  summary: 'Read all indicators of a timeframe',
} satisfies Endpoint

export const history = {
  method: 'GET',
  path: '/api/indicators/:timeframe/history',
  ...READ,
  params,
  query: z.object({ pair, limit: z._default(integerString(1, GATEWAY.resumeEntries), CHART.firstView) }),
  response: snapshotHistoryResponseSchema,
  summary: 'Read past indicators of a timeframe',
  detail: 'Oldest first.',
} satisfies Endpoint

export const series = {
  method: 'GET',
  path: '/api/indicators/:timeframe/series',
  ...READ,
  params,
  query: z.object({ pair, since: unixSeconds, before: unixSeconds }),
  response: successOf(indicatorSeriesSchema),
  summary: 'Read indicators of any past candles',
  detail:
    'A row for each closed candle since a time and before another, at most 1,000, computed as the live ones are. ' +
    'Published ones, with everything else that a snapshot has, are under `history`.',
} satisfies Endpoint

export const rsi = {
  method: 'GET',
  path: '/api/indicators/:timeframe/rsi',
  ...READ,
  params,
  query,
  response: snapshotResponseSchema,
  summary: 'Read the RSI',
  detail: 'Wilder, 14 candles.',
} satisfies Endpoint

export const ema9 = {
  method: 'GET',
  path: '/api/indicators/:timeframe/ema_9',
  ...READ,
  params,
  query,
  response: snapshotResponseSchema,
  summary: 'Read the EMA of 9 candles',
} satisfies Endpoint

export const ema21 = {
  method: 'GET',
  path: '/api/indicators/:timeframe/ema_21',
  ...READ,
  params,
  query,
  response: snapshotResponseSchema,
  summary: 'Read the EMA of 21 candles',
} satisfies Endpoint

export const bollingerBands = {
  method: 'GET',
  path: '/api/indicators/:timeframe/bollinger_bands',
  ...READ,
  params,
  query,
  response: snapshotResponseSchema,
  summary: 'Read the Bollinger bands',
} satisfies Endpoint

export const atr = {
  method: 'GET',
  path: '/api/indicators/:timeframe/atr',
  ...READ,
  params,
  query,
  response: snapshotResponseSchema,
  summary: 'Read the average true range',
} satisfies Endpoint

export const macd = {
  method: 'GET',
  path: '/api/indicators/:timeframe/macd',
  ...READ,
  params,
  query,
  response: snapshotResponseSchema,
  summary: 'Read the MACD',
} satisfies Endpoint

export const stochastic = {
  method: 'GET',
  path: '/api/indicators/:timeframe/stochastic',
  ...READ,
  params,
  query,
  response: snapshotResponseSchema,
  summary: 'Read the stochastic oscillator',
} satisfies Endpoint
