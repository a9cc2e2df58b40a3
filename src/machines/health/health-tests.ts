import { CONSUMER_INITIALIZED, type ProxyConsumption } from '#contract/proxy.ts'
import { errorMessage } from '#src/lib/error-message.ts'
import { type Result, success } from '#src/lib/result.ts'
import type { ProxyAnalyticsHealth, ProxyApi, ProxySystem, ProxyVitals } from './types.ts'

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
async function timed<T>(result: Promise<T>, now: () => number): Promise<{ value: T; tookMs: number }> {
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

export interface HealthTest {
  readonly name: string
  readonly passed: boolean
  readonly response_time_ms: number
  /** Why it failed. */
  readonly error?: string
}

export interface HealthTestReport {
  readonly passed: boolean
  readonly tests: readonly HealthTest[]
}

/** Calls the API and returns what is wrong with the result; undefined if nothing is. */
type Check = (api: ProxyApi, signal: AbortSignal) => Promise<string | undefined>

const check =
  <T>(
    ask: (api: ProxyApi) => (signal: AbortSignal) => Promise<Result<T>>,
    problemOf: (value: T) => string | undefined,
  ): Check =>
  async (api, signal) => {
    const result = await ask(api)(signal)
    return result.ok ? problemOf(result.value) : result.error
  }

const CHECKS: Readonly<Record<string, Check>> = {
  'basic health': check(
    (api) => api.vitals,
    (vitals) => {
      const { status, redis_connection: redis } = vitals
      return overallOf(vitals) === 'healthy' ? undefined : `Status is ${status}, Redis connection is ${redis.status}`
    },
  ),
  'system status running': check(
    (api) => api.system,
    ({ status }) => (status === 'running' ? undefined : `Status is ${status}`),
  ),
  'stream consumer initialized': check(
    (api) => api.consumption,
    ({ status }) => (status === CONSUMER_INITIALIZED ? undefined : `Status is ${status}`),
  ),
  'analytics health present': check(
    (api) => api.analytics,
    () => undefined,
  ),
  'stream listing non-empty': check(
    (api) => api.streams,
    (keys) => (keys.length > 0 ? undefined : 'No streams are listed'),
  ),
}

/** Runs the five tests in parallel; a failing one stops no other. */
export async function runHealthTests(api: ProxyApi, now: () => number, signal: AbortSignal): Promise<HealthTestReport> {
  const tests = await Promise.all(
    Object.entries(CHECKS).map(async ([name, run]): Promise<HealthTest> => {
      const { value: error, tookMs } = await timed(run(api, signal), now)
      const passed = error === undefined
      return { name, passed, response_time_ms: tookMs, ...(passed ? {} : { error }) }
    }),
  )
  return { passed: tests.every(({ passed }) => passed), tests }
}

/** Report of tests that could not be run. */
export const failedTests = (error: unknown): HealthTestReport => ({
  passed: false,
  tests: [{ name: 'stream-proxy', passed: false, response_time_ms: 0, error: errorMessage(error) }],
})

/** 'Health test failed: ...' with each failed test and why; undefined when all passed. */
export function healthTestFailure({ passed, tests }: HealthTestReport): string | undefined {
  if (passed) return undefined
  const failed = tests.flatMap((test) => (test.passed ? [] : [`${test.name} (${test.error})`]))
  return `Health test failed: ${failed.join('; ')}`
}
