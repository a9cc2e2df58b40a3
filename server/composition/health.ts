import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { CONFIG_PATH, DEFAULT_BASES, HEALTH_PATH, SOCKET_PATHS } from '#contract/paths.ts'
import { clientConfigSchema, type ClientConfig } from '#contract/config.ts'
import { healthSchema, type Health } from '#contract/health.ts'
import type { Market } from '#contract/provenance.ts'
import type { Database } from '#server/database/database.ts'

export interface HealthDeps {
  readonly database: Database
  readonly market: () => Market
  readonly version: string
  /** Start time, unix milliseconds. */
  readonly startedAt: number
  readonly now: () => number
  readonly worstLagMs: () => number
}

async function health(deps: HealthDeps): Promise<Health> {
  const problem = await deps.database.ping().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : 'not reachable'),
  )
  const market = deps.market()
  return {
    status: problem ? 'error' : market.degraded ? 'degraded' : 'healthy',
    version: deps.version,
    uptime_s: Math.round((deps.now() - deps.startedAt) / 1000),
    durability: deps.database.durability,
    database: { status: problem ? 'unavailable' : 'ready', engine: deps.database.engine },
    market,
    event_loop: { worst_lag_ms: deps.worstLagMs() },
    errors: [problem && `database: ${problem}`, market.degraded && `market: ${market.degraded}`].filter(
      (line): line is string => Boolean(line),
    ),
  }
}

/** GET /health, and GET /config.json with the addresses of the services. */
export const operationsRoutes =
  (deps: HealthDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      HEALTH_PATH,
      { schema: { response: { 200: healthSchema, 503: healthSchema } } },
      async (_request, reply) => {
        const body = await health(deps)
        return reply.code(body.status === 'error' ? 503 : 200).send(body)
      },
    )

    const config: ClientConfig = {
      ...DEFAULT_BASES,
      sockets: SOCKET_PATHS,
      comparison: '/widget/comparison',
      version: deps.version,
    }
    app.get(CONFIG_PATH, { schema: { response: { 200: clientConfigSchema } } }, () => config)
  }
