import type { ProxyConsumption } from '#contract/proxy.ts'
import type { Result, ProxyAnalyticsHealth, ProxyApi, ProxySystem, ProxyVitals } from './ports.ts'

export type HealthState = 'healthy' | 'degraded' | 'error'

/** One look at the stream-proxy. Parts that did not answer say why. */
export interface HealthReport {
  /** When it was complete, unix ms. */
  readonly at: number
  /** How long /health took to answer. */
  readonly responseMs: number
  readonly vitals: ProxyVitals
  readonly system: Result<ProxySystem>
  readonly consumption: Result<ProxyConsumption>
  readonly analytics: Result<ProxyAnalyticsHealth>
}

/** An answer and how long it took, in ms. */
export async function timed<T>(result: Promise<T>, now: () => number): Promise<{ value: T; tookMs: number }> {
  const start = now()
  const value = await result
  // A clock that is set back meanwhile must not make an answer come before its question.
  return { value, tookMs: Math.max(0, now() - start) }
}

/** Asks everything at once. Fails when /health itself says nothing that can be understood. */
export async function fetchHealth(
  api: ProxyApi,
  now: () => number,
  signal: AbortSignal,
): Promise<Result<HealthReport>> {
  const [vitals, system, consumption, analytics] = await Promise.all([
    timed(api.vitals(signal), now),
    api.system(signal),
    api.consumption(signal),
    api.analytics(signal),
  ])
  if (!vitals.value.ok) return vitals.value
  const report = { at: now(), responseMs: vitals.tookMs, vitals: vitals.value.value, system, consumption, analytics }
  return { ok: true, value: report }
}

/** The overall state: a connection that is down degrades what does not call itself an error. */
export function overallOf({ status, redis_connection: { healthy } }: ProxyVitals): HealthState {
  if (status === 'healthy' && healthy) return 'healthy'
  return status === 'degraded' || (!healthy && status !== 'error') ? 'degraded' : 'error'
}

/** What is wrong in a reading, one line each. */
export function healthIssuesOf({ vitals, system, consumption, analytics }: HealthReport): readonly string[] {
  const parts = Object.entries({ 'System status': system, 'Stream consumption': consumption, Analytics: analytics })
  return [
    ...(vitals.redis_connection.healthy ? [] : [`Redis connection: ${vitals.redis_connection.status}`]),
    ...parts.flatMap(([name, result]) => (result.ok ? [] : [`${name}: ${result.error}`])),
  ]
}
