import { inWords } from '#server/lib/in-words.ts'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { readVersion } from '../process/project.ts'
import type { ServerContext } from '../context.ts'
import * as PROXY from '#contract/endpoints/stream-proxy.ts'
import { STREAMS } from '#contract/limits.ts'
import { CONSUMER_INITIALIZED, type ProxyAnalytics, type ProxyHealth } from '#contract/proxy.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { TDP_FEED } from '#contract/stream-keys.ts'
import type { StreamMessage } from '#contract/streams.ts'
import type { Service } from '../http/app.ts'
import { serve } from '../http/serve.ts'
import { type StreamEntry, type StreamLog, toReadableLog } from './ports.ts'

/** Dependencies of the stream-proxy service. */
interface ProxyDeps {
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
  (deps: ProxyDeps): Service =>
  async (app) => {
    const log = toReadableLog(deps.log)
    const { engine } = deps.log

    serve(app, PROXY, {
      async health(_request, reply) {
        const problem = await deps.log.check().then(
          () => undefined,
          (error: unknown) => (error instanceof Error ? error.message : 'not reachable'),
        )
        const analytics = deps.analytics().status
        const server = await deps.readiness()
        const isHealthy = analytics !== 'degraded' && server.status === 'healthy'
        if (problem) void reply.code(503)
        return {
          status: problem ? 'error' : isHealthy ? 'healthy' : 'degraded',
          redis_connection: {
            healthy: !problem,
            status: problem ? inWords(problem) : engine === 'redis' ? 'connected' : 'no Redis: kept in this process',
            engine,
          },
          timestamp: deps.now(),
          ...(server.errors.length > 0 && { errors: [...server.errors] }),
        }
      },

      status: () => ({
        status: 'running',
        version: deps.version,
        config: {
          redis_exchange: deps.market(),
          redis_tdp_feed_prefix: TDP_FEED,
          websocket_port: deps.port(),
          api_port: deps.port(),
        },
      }),

      consume: () => ({ status: CONSUMER_INITIALIZED, features: FEATURES }),
      analytics: () => ({ health: deps.analytics() }),
      streams: async () => ({ streams: [...(await log.keys())] }),

      async metadata({ params: { streamKey } }) {
        const info = await log.info(streamKey)
        return {
          length: info?.length ?? 0,
          last_generated_id: info?.last.id ?? null,
          timestamp: info?.last.provenance.exchange_time ?? null,
        }
      },

      async latest({ params: { streamKey } }) {
        const [newest] = await log.recent(streamKey, 1)
        return { latest_message: newest ? toMessage(newest, log.epoch) : null }
      },

      async recent({ params: { streamKey }, query: { count } }) {
        const entries = await log.recent(streamKey, Math.min(count, STREAMS.recentCap))
        return { messages: entries.map((entry) => toMessage(entry, log.epoch)) }
      },
    })
  }

/** The listening port; 0 before that. */
function portOf(app: FastifyInstance): number {
  const [address] = app.addresses()
  return typeof address === 'object' ? address.port : 0
}

/** The streams over HTTP. */
export const streamProxyPlugin = fp<ServerContext>(
  async (app, { market: { now } }) => {
    const { log, analysis, market } = app.liveFeed
    await app.register(
      streamProxyRoutes({
        log,
        market: () => market.describe().kind,
        version: readVersion(),
        port: () => portOf(app),
        analytics: analysis,
        readiness: () => app.readiness(),
        now,
      }),
      { prefix: DEFAULT_BASES.proxy },
    )
  },
  { name: 'stream-proxy', dependencies: ['live-feed', 'operations'] },
)
