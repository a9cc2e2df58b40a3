import * as z from 'zod/mini'
import { PROXY } from '#contract/paths.ts'
import { proxyConsumptionSchema, proxyHealthSchema, proxyStatusSchema } from '#contract/proxy.ts'
import { streamListResponseSchema } from '#contract/streams.ts'
import { mapResult, type Result } from '#src/lib/result.ts'
import type { ProxyApi } from '#src/machines/health/ports.ts'
import type { Call, HttpRequest } from '../http/http.ts'

// Other backends' texts are passed on unchanged; the monitor interprets them.
const { redis_connection, errors } = proxyHealthSchema.shape
const vitals = z.object({ status: z.string(), redis_connection, errors })
const { version, config } = proxyStatusSchema.shape
const { redis_exchange, redis_tdp_feed_prefix, websocket_port, api_port } = config.shape
const system = z.object({
  status: z.string(),
  version: z.optional(version),
  config: z.optional(
    z.object({
      redis_exchange: z.optional(redis_exchange),
      redis_tdp_feed_prefix: z.optional(redis_tdp_feed_prefix),
      websocket_port: z.optional(websocket_port),
      api_port: z.optional(api_port),
    }),
  ),
})
const analytics = z.object({ health: z.object({ status: z.optional(z.string()) }) })
/** `features` may be missing. */
const consumption = z.object({
  ...proxyConsumptionSchema.shape,
  features: z._default(proxyConsumptionSchema.shape.features, []),
})

/** Health calls of the stream-proxy. Each returns a result within 10 s. */
export function createProxyHealth(call: Call): ProxyApi {
  const request =
    <T, R>(request: HttpRequest<T>, pick: (value: T) => R) =>
    async (signal: AbortSignal): Promise<Result<R>> =>
      mapResult(await call({ ...request, signal }), pick, ({ text }) => text)
  return {
    vitals: request({ path: PROXY.health, schema: vitals, acceptStatuses: [503] }, (value) => value),
    system: request({ path: PROXY.status, schema: system }, (value) => value),
    consumption: request({ path: PROXY.consume, schema: consumption }, (value) => value),
    analytics: request({ path: PROXY.analytics, schema: analytics }, (value) => value.health),
    streams: request({ path: PROXY.streams, schema: streamListResponseSchema }, (value) => value.streams),
  }
}
