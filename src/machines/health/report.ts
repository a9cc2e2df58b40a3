import type { ProxyConsumption } from '#contract/proxy.ts'
import type { Answer, ProxyAnalyticsHealth, ProxyApi, ProxySystem, ProxyVitals } from './ports.ts'

export type HealthState = 'healthy' | 'degraded' | 'error'

/** One look at the stream-proxy. Parts that did not answer say why. */
export interface HealthReading {
  /** When it was complete, unix ms. */
  readonly at: number
  /** How long /health took to answer. */
  readonly responseMs: number
  readonly vitals: ProxyVitals
  readonly system: Answer<ProxySystem>
  readonly consumption: Answer<ProxyConsumption>
  readonly analytics: Answer<ProxyAnalyticsHealth>
}

/** An answer and how long it took, in ms. */
export async function timed<T>(answer: Promise<T>, now: () => number): Promise<{ value: T; tookMs: number }> {
  const start = now()
  const value = await answer
  // A clock that is set back meanwhile must not make an answer come before its question.
  return { value, tookMs: Math.max(0, now() - start) }
}

/** Asks everything at once. Fails when /health itself says nothing that can be understood. */
export async function readHealth(
  api: ProxyApi,
  now: () => number,
  signal: AbortSignal,
): Promise<Answer<HealthReading>> {
  const [vitals, system, consumption, analytics] = await Promise.all([
    timed(api.vitals(signal), now),
    api.system(signal),
    api.consumption(signal),
    api.analytics(signal),
  ])
  if (!vitals.value.ok) return vitals.value
  const reading = { at: now(), responseMs: vitals.tookMs, vitals: vitals.value.value, system, consumption, analytics }
  return { ok: true, value: reading }
}

/** The overall state: a connection that is down degrades what does not call itself an error. */
export function overallOf({ status, redis_connection: { healthy } }: ProxyVitals): HealthState {
  if (status === 'healthy' && healthy) return 'healthy'
  return status === 'degraded' || (!healthy && status !== 'error') ? 'degraded' : 'error'
}

/** What is wrong in a reading, one line each. */
export function troublesOf({ vitals, system, consumption, analytics }: HealthReading): readonly string[] {
  const silent = Object.entries({ 'System status': system, 'Stream consumption': consumption, Analytics: analytics })
  return [
    ...(vitals.redis_connection.healthy ? [] : [`Redis connection: ${vitals.redis_connection.status}`]),
    ...silent.flatMap(([name, answer]) => (answer.ok ? [] : [`${name}: ${answer.error}`])),
  ]
}
