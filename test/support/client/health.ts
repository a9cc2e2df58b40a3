import { onTestFinished, vi } from 'vitest'
import { createActor } from 'xstate'
import { healthCommands } from '#src/machines/health/commands.ts'
import { createHealthMachine } from '#src/machines/health/machine.ts'
import type { ProxyApi } from '#src/machines/health/ports.ts'

type Part = keyof ProxyApi
type Answers = { [P in Part]: Awaited<ReturnType<ProxyApi[P]>> }

export const value = <T>(of: T) => ({ ok: true, value: of }) as const
export const failed = (error: string) => ({ ok: false, error }) as const

/** A stream-proxy that is well in every respect. */
export const WELL: Answers = {
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

/** A monitor over a scripted stream-proxy, on the fake clock that the test has installed. */
export function startHealthRig(script: Partial<Answers> = {}) {
  const answers: Answers = { ...WELL, ...script }
  const delays: Partial<Record<Part, number>> = {}
  const asked: { readonly part: Part; readonly at: number; readonly signal: AbortSignal }[] = []
  let tellSession: () => void = () => undefined
  const ask =
    <P extends Part>(part: P) =>
    async (signal: AbortSignal): Promise<Answers[P]> => {
      asked.push({ part, at: Date.now(), signal })
      const delay = delays[part]
      if (delay !== undefined) await new Promise((done) => setTimeout(done, delay))
      return answers[part]
    }
  const api: ProxyApi = {
    vitals: ask('vitals'),
    system: ask('system'),
    consumption: ask('consumption'),
    analytics: ask('analytics'),
    streams: ask('streams'),
  }
  const machine = createHealthMachine({
    api,
    watchSession(changed) {
      tellSession = changed
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
    /** Changes what the proxy answers from now on. */
    answer: (changed: Partial<Answers>) => void Object.assign(answers, changed),
    delay: (changed: typeof delays) => void Object.assign(delays, changed),
    changeSession: () => tellSession(),
    snapshot: () => actor.getSnapshot(),
    /** When /health was asked, in ms from the start. */
    looks: () => asked.flatMap(({ part, at }) => (part === 'vitals' ? [at - start] : [])),
    asked,
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}
