import * as z from 'zod/mini'
import { successOf } from '../auth.ts'
import {
  candlesResponseSchema,
  candleStatusResponseSchema,
  latestCandleResponseSchema,
  timeframesResponseSchema,
} from '../candles.ts'
import { CHART } from '../limits.ts'
import { integerString, unixSeconds } from '../numeric-strings.ts'
import { DEFAULT_PAIR } from '../pairs.ts'
import type { Endpoint } from './endpoint.ts'
import { INTERVAL } from './parameters.ts'

const READ = { access: 'Viewer', scope: 'market:read' } as const
const text = z.string().check(z.maxLength(40))
const pair = z._default(text, DEFAULT_PAIR)
/** At most slightly more than a day of minutes. */
const limit = z._default(integerString(1, 5_000), CHART.maxCandles)
const time = z.optional(unixSeconds)

export const timeframes = {
  method: 'GET',
  path: '/api/candles/timeframes',
  ...READ,
  query: z.object({ pair }),
  response: successOf(timeframesResponseSchema),
  summary: 'List the timeframes of a pair',
  detail: 'With the candles of each.',
} satisfies Endpoint

export const recent = {
  method: 'GET',
  path: '/api/candles/recent',
  ...READ,
  query: z.object({ pair, timeframe: z._default(text, '1m'), limit }),
  parameters: { timeframe: INTERVAL },
  response: successOf(candlesResponseSchema),
  summary: 'Read the newest candles',
  detail: 'In ascending order.',
} satisfies Endpoint

export const byTimeframe = {
  method: 'GET',
  path: '/api/candles/:timeframe',
  ...READ,
  params: z.object({ timeframe: text }),
  parameters: { timeframe: INTERVAL },
  query: z.object({ pair, limit, since: time, before: time }),
  response: successOf(candlesResponseSchema),
  summary: 'Read candles of a timeframe',
  detail:
    'In ascending order: the first that opened since a time, the last that opened before one, or the newest. ' +
    'To read the past page by page, ask before the first candle of the page at hand; fewer than `limit` are the last.',
} satisfies Endpoint

export const latest = {
  method: 'GET',
  path: '/api/candles/latest/:timeframe',
  ...READ,
  params: z.object({ timeframe: text }),
  parameters: { timeframe: INTERVAL },
  query: z.object({ pair }),
  response: successOf(latestCandleResponseSchema),
  summary: 'Read the newest candle of a timeframe',
} satisfies Endpoint

export const status = {
  method: 'GET',
  path: '/api/candles/status',
  ...READ,
  response: successOf(candleStatusResponseSchema),
  summary: 'Read the state of the market',
  detail: 'Source, clock and age of the data.',
} satisfies Endpoint
