import * as z from 'zod/mini'
import {
  comprehensiveResponseSchema,
  crossTimeframeResponseSchema,
  divergenceResponseSchema,
  levelsResponseSchema,
  patternsResponseSchema,
} from '../payloads/responses.ts'
import { scoreCardResponseSchema, scoreQuerySchema } from '../score-card/schema.ts'
import { ANALYSIS_TIMEFRAMES } from '../timeframes.ts'
import { trackRecordsResponseSchema } from '../track-records/schema.ts'
import type { Endpoint } from './endpoint.ts'

const READ = { access: 'Viewer', scope: 'market:read' } as const
const params = z.object({ pair: z.string().check(z.maxLength(40)) })
const query = z.object({ timeframes: z._default(z.string().check(z.maxLength(100)), ANALYSIS_TIMEFRAMES.join()) })

export const comprehensive = {
  method: 'GET',
  path: '/api/analysis/comprehensive/:pair',
  ...READ,
  params,
  query,
  response: comprehensiveResponseSchema,
  summary: 'Read every analysis of a pair',
} satisfies Endpoint

export const supportResistance = {
  method: 'GET',
  path: '/api/analysis/support-resistance/:pair',
  ...READ,
  params,
  response: levelsResponseSchema,
  summary: 'Read support and resistance levels',
} satisfies Endpoint

export const divergence = {
  method: 'GET',
  path: '/api/analysis/divergence/:pair',
  ...READ,
  params,
  query,
  response: divergenceResponseSchema,
  summary: 'Read divergences of price and indicators',
} satisfies Endpoint

export const patterns = {
  method: 'GET',
  path: '/api/analysis/patterns/:pair',
  ...READ,
  params,
  query,
  response: patternsResponseSchema,
  summary: 'Read candle and chart patterns',
} satisfies Endpoint

export const crossTimeframe = {
  method: 'GET',
  path: '/api/analysis/cross-timeframe/:pair',
  ...READ,
  params,
  response: crossTimeframeResponseSchema,
  summary: 'Read the confluence across timeframes',
} satisfies Endpoint

export const trackRecords = {
  method: 'GET',
  path: '/api/analysis/records',
  ...READ,
  response: trackRecordsResponseSchema,
  summary: 'Read how often each claim came true',
  detail: 'Counted on months that nothing was fitted to, with a 95 % interval and what chance would have reached.',
} satisfies Endpoint

export const scoreCard = {
  method: 'GET',
  path: '/api/analysis/score-card',
  ...READ,
  query: scoreQuerySchema,
  response: scoreCardResponseSchema,
  summary: 'Read how often published levels, patterns, regimes and breaks held',
  detail:
    'Of those published by this server and those of imported months, by pair, timeframe, class and month, with the mean ' +
    'of the published probabilities and the share that chance would have reached.',
} satisfies Endpoint
