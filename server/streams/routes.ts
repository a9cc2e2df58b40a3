import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { failureSchema } from '#contract/auth.ts'
import { numericString } from '#contract/numeric-strings.ts'
import { STREAMS } from '#contract/limits.ts'
import { PROXY } from '#contract/paths.ts'
import {
  CONSUMER_INITIALIZED,
  proxyAnalyticsSchema,
  proxyConsumptionSchema,
  proxyHealthSchema,
  proxyStatusSchema,
  type ProxyAnalytics,
  type ProxyHealth,
} from '#contract/proxy.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { TDP_FEED } from '#contract/stream-keys.ts'
import {
  latestResponseSchema,
  recentResponseSchema,
  streamListResponseSchema,
  streamMetadataSchema,
  type StreamMessage,
} from '#contract/streams.ts'
import type { StreamEntry, StreamLog } from './ports.ts'
import { toReadableLog } from './readable-log.ts'

/** Dependencies of the stream-proxy service. */
export interface ProxyDeps {
  readonly log: StreamLog
  readonly market: () => MarketKind
  readonly version: string
  /** The listening port. */
  readonly port: () => number
  /** Health of the analysis that fills the streams. */
  readonly analytics: () => ProxyAnalytics['health']
  /** State of the whole server. */
  readonly readiness: () => Promise<{ readonly status: ProxyHealth['status']; readonly errors: readonly string[] }>
  readonly now: () => number
}

const FEATURES = ['technical_indicators', 'processed_candles', 'analysis', 'resume', 'gap_filling', 'batching']

/** Only literal keys of this feed: no patterns, nothing a store behind the log could interpret. */
const KEY = new RegExp(`^${TDP_FEED}(?::[\\w-]+)+$`)
const keyParams = z.object({
  streamKey: z.string().check(z.maxLength(300), z.regex(KEY, `must be a key of the feed ${TDP_FEED}`)),
})
const countQuery = z.object({
  count: z._default(
    numericString('count must be a whole number').check(
      z.int('count must be a whole number'),
      z.gte(1, 'count must be at least 1'),
    ),
    STREAMS.recentDefault,
  ),
})

const toMessage = (entry: StreamEntry, epoch: string): StreamMessage => ({
  message_id: entry.id,
  data: entry.data,
  timestamp: entry.provenance.exchange_time,
  seq: entry.seq,
  epoch,
  provenance: entry.provenance,
})

/** Routes of the stream-proxy service. An unknown stream is empty, not an error. */
export const streamProxyRoutes =
  (deps: ProxyDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const log = toReadableLog(deps.log)
    const { engine } = deps.log

    app.get(
      PROXY.health,
      { schema: { response: { '2xx': proxyHealthSchema, 503: z.union([proxyHealthSchema, failureSchema]) } } },
      async (_request, reply) => {
        const problem = await deps.log.check().then(
          () => undefined,
          (error: unknown) => (error instanceof Error ? error.message : 'not reachable'),
        )
        const analytics = deps.analytics().status
        const server = await deps.readiness()
        const isHealthy = analytics !== 'degraded' && server.status === 'healthy'
        const status = problem ? 'error' : isHealthy ? 'healthy' : 'degraded'
        return reply.code(problem ? 503 : 200).send({
          status,
          redis_connection: {
            healthy: !problem,
            status: problem ?? (engine === 'redis' ? 'connected' : 'no Redis: kept in this process'),
            engine,
          },
          timestamp: deps.now(),
          ...(server.errors.length > 0 && { errors: [...server.errors] }),
        })
      },
    )

    app.get(PROXY.status, { schema: { response: { 200: proxyStatusSchema } } }, () => ({
      status: 'running' as const,
      version: deps.version,
      config: {
        redis_exchange: deps.market(),
        redis_tdp_feed_prefix: TDP_FEED,
        websocket_port: deps.port(),
        api_port: deps.port(),
      },
    }))

    app.get(PROXY.consume, { schema: { response: { 200: proxyConsumptionSchema } } }, () => ({
      status: CONSUMER_INITIALIZED,
      features: FEATURES,
    }))

    app.get(PROXY.analytics, { schema: { response: { 200: proxyAnalyticsSchema } } }, () => ({
      health: deps.analytics(),
    }))

    app.get(PROXY.streams, { schema: { response: { 200: streamListResponseSchema } } }, async () => ({
      streams: [...(await log.keys())],
    }))

    app.get(
      PROXY.metadata,
      { schema: { params: keyParams, response: { 200: streamMetadataSchema } } },
      async ({ params }) => {
        const info = await log.info(params.streamKey)
        return {
          length: info?.length ?? 0,
          last_generated_id: info?.last.id ?? null,
          timestamp: info?.last.provenance.exchange_time ?? null,
        }
      },
    )

    app.get(
      PROXY.latest,
      { schema: { params: keyParams, response: { 200: latestResponseSchema } } },
      async ({ params }) => {
        const [newest] = await log.recent(params.streamKey, 1)
        return { latest_message: newest ? toMessage(newest, log.epoch) : null }
      },
    )

    app.get(
      PROXY.recent,
      { schema: { params: keyParams, querystring: countQuery, response: { 200: recentResponseSchema } } },
      async ({ params, query }) => {
        const entries = await log.recent(params.streamKey, Math.min(query.count, STREAMS.recentCap))
        return { messages: entries.map((entry) => toMessage(entry, log.epoch)) }
      },
    )
  }
