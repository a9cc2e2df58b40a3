import { onTestFinished, vi } from 'vitest'
import { createActor } from 'xstate'
import { createHealthMachine } from '#src/machines/health/machine.ts'
import { type ProxyApi, healthCommands } from '#src/machines/health/types.ts'

type Part = keyof ProxyApi
type Responses = { [P in Part]: Awaited<ReturnType<ProxyApi[P]>> }

export const value = <T>(of: T) => ({ ok: true, value: of }) as const
export const failed = (error: string) => ({ ok: false, error }) as const

/** A stream-proxy that is healthy in every respect. */
export const HEALTHY: Responses = {
  vitals: value({ status: 'healthy', redis_connection: { healthy: true, status: 'connected' } }),
  system: value({
    status: 'running',
    version: '1.2.3',
    config: { redis_exchange: 'kraken', redis_tdp_feed_prefix: 'tdp', websocket_port: 8080, api_port: 8081 },
  }),
  consumption: value({ status: 'stream_consumer_initialized', features: ['resume', 'batching'] }),
  analytics: value({ status: 'healthy' }),
  streams: value(['tdp:kraken:BTCUSD:technical_indicators:m1']),
}

/** A health monitor with a scripted stream-proxy, on the fake clock of the test. */
export function startHealthHarness(script: Partial<Responses> = {}) {
  const responses: Responses = { ...HEALTHY, ...script }
  const delays: Partial<Record<Part, number>> = {}
  const requests: { readonly part: Part; readonly at: number; readonly signal: AbortSignal }[] = []
  let notifySession: () => void = () => undefined
  const respond =
    <P extends Part>(part: P) =>
    async (signal: AbortSignal): Promise<Responses[P]> => {
      requests.push({ part, at: Date.now(), signal })
      const delay = delays[part]
      if (delay !== undefined) await new Promise((done) => setTimeout(done, delay))
      return responses[part]
    }
  const api: ProxyApi = {
    vitals: respond('vitals'),
    system: respond('system'),
    consumption: respond('consumption'),
    analytics: respond('analytics'),
    streams: respond('streams'),
  }
  const machine = createHealthMachine({
    api,
    watchSession(changed) {
      notifySession = changed
      return () => undefined
    },
    now: () => Date.now(),
  })
  const actor = createActor(machine).start()
  onTestFinished(() => void actor.stop())
  const start = Date.now()
  return {
    actor,
    ...healthCommands(actor),
    /** Changes the responses of the proxy from now on. */
    setResponses: (changed: Partial<Responses>) => void Object.assign(responses, changed),
    setDelays: (changed: typeof delays) => void Object.assign(delays, changed),
    changeSession: () => notifySession(),
    snapshot: () => actor.getSnapshot(),
    /** Times of the /health requests, in ms from the start. */
    polls: () => requests.flatMap(({ part, at }) => (part === 'vitals' ? [at - start] : [])),
    requests,
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}
