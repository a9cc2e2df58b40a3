import { onTestFinished } from 'vitest'
import { createActor } from 'xstate'
import { createHealthMachine } from '#src/machines/health/machine.ts'
import { createCall } from '#src/transport/http/http.ts'
import { createProxyHealth } from '#src/app/health.ts'
import { json } from './identity-service.ts'

type Responder = () => Response | Promise<Response>

/** Response bodies of a healthy stream proxy, by path. */
export const HEALTHY_RESPONSES: Readonly<Record<string, unknown>> = {
  '/health': {
    status: 'healthy',
    redis_connection: { healthy: true, status: 'connected' },
    timestamp: 1_717_416_000,
  },
  '/api/status': {
    status: 'running',
    version: '1.2.3',
    config: { redis_exchange: 'kraken', redis_tdp_feed_prefix: 'tdp', websocket_port: 8080, api_port: 8081 },
  },
  '/api/streams/consume': { status: 'stream_consumer_initialized', features: ['resume', 'batching'] },
  '/api/analytics': { health: { status: 'healthy', streams: 8, entries: 40, last_entry_at: null, failures: 0 } },
  '/api/streams': { streams: ['tdp:kraken:BTCUSD:technical_indicators:m1'] },
}

/** A health monitor with real API calls and a scripted stream proxy. */
export function createProxyHealthFixture() {
  const scripted = new Map<string, Responder>()
  const requests: string[] = []
  const call = createCall(async (path) => {
    requests.push(path)
    return await (scripted.get(path)?.() ?? json(200, HEALTHY_RESPONSES[path]))
  }, '')
  const actor = createActor(
    createHealthMachine({ api: createProxyHealth(call), watchSession: () => () => undefined, now: Date.now }),
  ).start()
  onTestFinished(() => void actor.stop())
  return {
    actor,
    requests,
    /** Replaces the response of a path, or restores the healthy one. */
    on: (path: string, respond?: Responder): void => {
      if (respond) scripted.set(path, respond)
      else scripted.delete(path)
    },
  }
}
