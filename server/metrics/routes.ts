import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Observable, map } from 'rxjs'
import { metrics as endpoint } from '#contract/endpoints/service.ts'
import { RequestError } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { RedisTime, StreamLog } from '#server/streams/ports.ts'
import { createMetrics, type MetricsDeps } from './registry.ts'
import type { Database } from '#server/database/database.ts'

const BEARER = 'Bearer '
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export interface MetricsRouteDeps extends MetricsDeps {
  /** What Redis took; asked for once everything is registered. */
  readonly redisTimes$?: () => Observable<RedisTime>
  /** Ages of entries when they are sent, in seconds; asked for once everything is registered. */
  readonly ages$?: () => Observable<number>
}

/**
 * GET /metrics for Prometheus, with the token of the settings as bearer token. Without one in the settings nothing is
 * measured, and the path is unknown.
 */
export function registerMetrics(app: FastifyInstance, token: string | undefined, deps: MetricsRouteDeps): void {
  if (token === undefined) {
    serve(
      app,
      { metrics: endpoint },
      {
        metrics() {
          throw new RequestError(404, 'Metrics are off: PAIRBOT_METRICS_TOKEN is not set')
        },
      },
    )
    return
  }
  const metrics = createMetrics(deps)
  app.addHook('onReady', async () => {
    deps.redisTimes$?.().subscribe((time) => metrics.observeRedis(time))
    deps.ages$?.().subscribe((seconds) => metrics.observeAge(seconds))
  })
  const expected = digest(`${BEARER}${token}`)
  app.addHook('onResponse', async ({ method, routeOptions: { url: route = 'none' } }, { statusCode, elapsedTime }) => {
    metrics.observe({ method, route, status: statusCode, seconds: elapsedTime / 1000 })
  })
  serve(
    app,
    { metrics: endpoint },
    {
      async metrics({ headers }, reply) {
        if (!timingSafeEqual(digest(headers.authorization ?? ''), expected))
          throw new RequestError(401, 'The token is not that of PAIRBOT_METRICS_TOKEN', {
            'www-authenticate': 'Bearer',
          })
        void reply.type(metrics.contentType).header('cache-control', 'no-store')
        return metrics.text()
      },
    },
  )
}

/** Seconds from the publication of each entry to its arrival in this process, before it is written to sockets. */
export const entryAges = ({ appended$ }: Pick<StreamLog, 'appended$'>, now: () => number): Observable<number> =>
  // The clocks of two machines differ by a little.
  appended$.pipe(map(({ entry }) => Math.max(0, now() - entry.provenance.published_at) / 1000))

/** Seconds that the database took to answer; undefined if it did not. */
export async function roundTrip(database: Pick<Database, 'ping'>): Promise<number | undefined> {
  const startedAt = performance.now()
  try {
    await database.ping()
  } catch {
    // Health gives the reason.
    return undefined
  }
  return (performance.now() - startedAt) / 1000
}
