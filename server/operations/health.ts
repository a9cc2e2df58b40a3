import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { CONFIG_PATH, DEFAULT_BASES, HEALTH_PATH, LIVENESS_PATH, SOCKET_PATHS } from '#contract/paths.ts'
import { clientConfigSchema, type ClientConfig } from '#contract/config.ts'
import { healthSchema, livenessSchema, type Health } from '#contract/health.ts'

export interface HealthDeps {
  readonly readiness: () => Promise<Health>
  readonly version: string
  /** Start time, unix milliseconds. */
  readonly startedAt: number
  readonly now: () => number
}

/** GET /health, GET /health/live, and GET /config.json with the addresses of the services. */
export const operationsRoutes =
  ({ readiness, version, startedAt, now }: HealthDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      HEALTH_PATH,
      { schema: { response: { 200: healthSchema, 503: healthSchema } } },
      async (_request, reply) => {
        const body = await readiness()
        return reply.code(body.status === 'error' ? 503 : 200).send(body)
      },
    )

    app.get(LIVENESS_PATH, { schema: { response: { 200: livenessSchema } } }, () => ({
      status: 'alive' as const,
      uptime_s: Math.round((now() - startedAt) / 1000),
    }))

    const config: ClientConfig = {
      ...DEFAULT_BASES,
      sockets: SOCKET_PATHS,
      comparison: '/widget/comparison',
      version,
    }
    app.get(CONFIG_PATH, { schema: { response: { 200: clientConfigSchema } } }, () => config)
  }
