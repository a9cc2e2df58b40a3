import * as z from 'zod/mini'
import { streamLogEngineSchema } from './health.ts'

/** /health of the stream-proxy; a 503 has the same body. */
export const proxyHealthSchema = z.object({
  status: z.enum(['healthy', 'degraded', 'error']),
  redis_connection: z.object({
    healthy: z.boolean(),
    status: z.string(),
    /** What stores the stream log. */
    engine: z.optional(streamLogEngineSchema),
  }),
  timestamp: z.number(),
  /** Why the server as a whole is not healthy, for users. */
  errors: z.optional(z.array(z.string())),
})
export type ProxyHealth = z.infer<typeof proxyHealthSchema>

/** /api/status of the stream-proxy. */
export const proxyStatusSchema = z.object({
  status: z.enum(['running', 'stopped']),
  version: z.string(),
  config: z.object({
    /** The market source. */
    redis_exchange: z.string(),
    redis_tdp_feed_prefix: z.string(),
    websocket_port: z.number(),
    api_port: z.number(),
  }),
})
export type ProxyStatus = z.infer<typeof proxyStatusSchema>

export const CONSUMER_INITIALIZED = 'stream_consumer_initialized'

/** /api/streams/consume of the stream-proxy. */
export const proxyConsumptionSchema = z.object({ status: z.string(), features: z.array(z.string()) })
export type ProxyConsumption = z.infer<typeof proxyConsumptionSchema>

/** /api/analytics of the stream-proxy: health of the analysis behind the streams. */
export const proxyAnalyticsSchema = z.object({
  health: z.object({
    status: z.enum(['healthy', 'warming_up', 'degraded']),
    streams: z.number(),
    entries: z.number(),
    last_entry_at: z.nullable(z.number()),
    failures: z.number(),
  }),
})
export type ProxyAnalytics = z.infer<typeof proxyAnalyticsSchema>
