import * as z from 'zod/mini'
import { activeModelsResponseSchema, signalsResponseSchema } from '../payloads/responses.ts'
import { numericString } from '../numeric-strings.ts'
import type { Endpoint } from './endpoint.ts'

const READ = { access: 'Viewer', scope: 'market:read' } as const
const text = z.string().check(z.maxLength(40))
const params = z.object({ pair: text })
const SHARE_MESSAGE = 'must be a number from 0 to 1'

export const ml = {
  method: 'GET',
  path: '/api/signals/ml/:pair',
  ...READ,
  params,
  query: z.object({
    timeframe: z.optional(text),
    confidence_threshold: z._default(
      numericString(SHARE_MESSAGE).check(z.gte(0, SHARE_MESSAGE), z.lte(1, SHARE_MESSAGE)),
      0,
    ),
  }),
  response: signalsResponseSchema,
  summary: 'Read the signals of the active models',
} satisfies Endpoint

export const comprehensive = {
  method: 'GET',
  path: '/api/signals/comprehensive/:pair',
  ...READ,
  params,
  query: z.object({ timeframe: z.optional(text) }),
  response: signalsResponseSchema,
  summary: 'Read all signals of a pair',
} satisfies Endpoint

export const activeModels = {
  method: 'GET',
  path: '/api/signals/models/active',
  ...READ,
  response: activeModelsResponseSchema,
  summary: 'List the active models',
} satisfies Endpoint
