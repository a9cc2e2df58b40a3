import * as z from 'zod/mini'
import { STREAMS } from '../limits.ts'
import { numericString } from '../numeric-strings.ts'
import { proxyAnalyticsSchema, proxyConsumptionSchema, proxyHealthSchema, proxyStatusSchema } from '../proxy.ts'
import { TDP_FEED } from '../stream-keys.ts'
import {
  latestResponseSchema,
  recentResponseSchema,
  streamListResponseSchema,
  streamMetadataSchema,
} from '../streams.ts'
import type { Endpoint } from './endpoint.ts'

const READ = { access: 'Viewer', scope: 'streams:read' } as const
/** Only literal keys of this feed: no patterns, nothing a store behind the log could interpret. */
const KEY = new RegExp(`^${TDP_FEED}(?::[\\w-]+)+$`)
const params = z.object({
  streamKey: z.string().check(z.maxLength(300), z.regex(KEY, `must be a key of the feed ${TDP_FEED}`)),
})

export const health = {
  method: 'GET',
  path: '/health',
  ...READ,
  response: proxyHealthSchema,
  acceptStatuses: [503],
  summary: 'Tell whether the streams can be read',
} satisfies Endpoint

export const status = {
  method: 'GET',
  path: '/api/status',
  ...READ,
  response: proxyStatusSchema,
  summary: 'Read the state of the streams',
} satisfies Endpoint

export const consume = {
  method: 'GET',
  path: '/api/streams/consume',
  ...READ,
  response: proxyConsumptionSchema,
  summary: 'Tell what the streams offer',
  detail: 'It consumes nothing. While its socket is down a client polls the newest entries of each stream.',
} satisfies Endpoint

export const analytics = {
  method: 'GET',
  path: '/api/analytics',
  ...READ,
  response: proxyAnalyticsSchema,
  summary: 'Read the newest entry of every analysis stream',
} satisfies Endpoint

export const streams = {
  method: 'GET',
  path: '/api/streams',
  ...READ,
  response: streamListResponseSchema,
  summary: 'List the streams',
} satisfies Endpoint

export const metadata = {
  method: 'GET',
  path: '/api/streams/metadata/:streamKey',
  ...READ,
  params,
  response: streamMetadataSchema,
  summary: "Read a stream's length and ids",
} satisfies Endpoint

export const latest = {
  method: 'GET',
  path: '/api/streams/latest/:streamKey',
  ...READ,
  params,
  response: latestResponseSchema,
  summary: "Read a stream's newest entry",
} satisfies Endpoint

export const recent = {
  method: 'GET',
  path: '/api/streams/recent/:streamKey',
  ...READ,
  params,
  query: z.object({
    count: z._default(
      numericString('count must be a whole number').check(
        z.int('count must be a whole number'),
        z.gte(1, 'count must be at least 1'),
      ),
      STREAMS.recentDefault,
    ),
  }),
  response: recentResponseSchema,
  summary: "Read a stream's newest entries",
} satisfies Endpoint
