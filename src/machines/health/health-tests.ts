import { CONSUMER_INITIALIZED } from '#contract/proxy.ts'
import { errorMessage } from '#src/lib/error-message.ts'
import type { Result } from '#src/lib/result.ts'
import type { ProxyApi } from './ports.ts'
import { overallOf, timed } from './report.ts'

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
