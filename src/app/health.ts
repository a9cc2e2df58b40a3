import { createActor, type InspectionEvent } from 'xstate'
import { createHealthMachine, type HealthActor } from '#src/machines/health/machine.ts'
import type { SessionActor } from '#src/machines/session/machine.ts'
import type { Call, HttpRequest } from '#src/transport/http/http.ts'
import { onSessionChange } from './session-changes.ts'
import * as z from 'zod/mini'
import * as PROXY from '#contract/endpoints/stream-proxy.ts'
import { proxyConsumptionSchema, proxyHealthSchema, proxyStatusSchema } from '#contract/proxy.ts'
import { mapResult, type Result } from '../lib/result.ts'
import type { ProxyApi } from '../machines/health/types.ts'
import { requestOf } from '../transport/http/request-of.ts'

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
    vitals: request({ ...requestOf(PROXY.health), schema: vitals }, (value) => value),
    system: request({ ...requestOf(PROXY.status), schema: system }, (value) => value),
    consumption: request({ ...requestOf(PROXY.consume), schema: consumption }, (value) => value),
    analytics: request({ ...requestOf(PROXY.analytics), schema: analytics }, (value) => value.health),
    streams: request(requestOf(PROXY.streams), (value) => value.streams),
  }
}

interface HealthDeps {
  /** The stream-proxy service. */
  readonly proxy: Call
  readonly session: SessionActor
  readonly now: () => number
  readonly inspect: ((event: InspectionEvent) => void) | undefined
}

/** Starts the proxy health monitor. It polls only while it has watchers. */
export function startHealth({ proxy, session, now, inspect }: HealthDeps): HealthActor {
  const machine = createHealthMachine({
    api: createProxyHealth(proxy),
    watchSession: onSessionChange(session),
    now,
  })
  return createActor(machine, { id: 'health', ...(inspect && { inspect }) }).start()
}
