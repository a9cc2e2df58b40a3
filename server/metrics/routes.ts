import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Observable } from 'rxjs'
import { metrics as endpoint } from '#contract/endpoints/service.ts'
import { RequestError } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { RedisTime } from '#server/streams/ports.ts'
import { createMetrics, type MetricsDeps } from './registry.ts'

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
