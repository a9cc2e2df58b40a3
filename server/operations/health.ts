import * as SERVICE from '#contract/endpoints/service.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import type { Health } from '#contract/health.ts'
import type { Service } from '#server/http/app.ts'
import { serve } from '#server/http/serve.ts'

export interface HealthDeps {
  readonly readiness: () => Promise<Health>
  readonly version: string
  /** Start time, unix milliseconds. */
  readonly startedAt: number
  readonly now: () => number
}

/** GET /health, GET /health/live, and GET /config.json with the addresses of the services. */
export const operationsRoutes =
  ({ readiness, version, startedAt, now }: HealthDeps): Service =>
  async (app) => {
    const { health, liveness, config } = SERVICE
    serve(
      app,
      { health, liveness, config },
      {
        async health(_request, reply) {
          const body = await readiness()
          if (body.status === 'error') void reply.code(503)
          return body
        },
        liveness: () => ({ status: 'alive', uptime_s: Math.round((now() - startedAt) / 1000) }),
        config: () => ({
          ...DEFAULT_BASES,
          sockets: SOCKET_PATHS,
          comparison: SERVICE.comparison.path,
          version,
        }),
      },
    )
  }
