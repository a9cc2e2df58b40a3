import type { ProxyConsumption } from '#contract/proxy.ts'
import { success, type Result } from '#src/lib/result.ts'
import type { ProxyAnalyticsHealth, ProxyApi, ProxySystem, ProxyVitals } from './ports.ts'

export type HealthState = 'healthy' | 'degraded' | 'error'

/** Result of one poll of the stream-proxy. Parts that failed hold the error. */
export interface HealthReport {
  /** When the poll was complete, unix ms. */
  readonly at: number
  /** Response time of /health. */
  readonly responseMs: number
  readonly vitals: ProxyVitals
  readonly system: Result<ProxySystem>
  readonly consumption: Result<ProxyConsumption>
  readonly analytics: Result<ProxyAnalyticsHealth>
}

/** Awaits `result` and measures how long it took, in ms. */
export async function timed<T>(result: Promise<T>, now: () => number): Promise<{ value: T; tookMs: number }> {
  const start = now()
  const value = await result
  // A clock that was set back must not give a negative duration.
  return { value, tookMs: Math.max(0, now() - start) }
}

/** Polls all endpoints at once. Fails if /health itself has no valid response. */
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
  return success(report)
}

/** Overall state: an unhealthy connection counts as degraded unless the status is an error. */
export function overallOf({ status, redis_connection: { healthy } }: ProxyVitals): HealthState {
  if (status === 'healthy' && healthy) return 'healthy'
  return status === 'degraded' || (!healthy && status !== 'error') ? 'degraded' : 'error'
}

/** Issues found in a report, one line each. */
export function healthIssuesOf({ vitals, system, consumption, analytics }: HealthReport): readonly string[] {
  const parts = Object.entries({ 'System status': system, 'Stream consumption': consumption, Analytics: analytics })
  return [
    ...(vitals.errors ?? []),
    ...(vitals.redis_connection.healthy ? [] : [`Redis connection: ${vitals.redis_connection.status}`]),
    ...parts.flatMap(([name, result]) => (result.ok ? [] : [`${name}: ${result.error}`])),
  ]
}
