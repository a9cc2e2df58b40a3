import { HEALTH } from '#contract/limits.ts'
import { CONSUMER_INITIALIZED } from '#contract/proxy.ts'
import type { HealthReport, HealthTestReport } from '#src/machines/health/health-tests.ts'
import { formatNumber } from '#src/ui/format/number.ts'
import { formatClock } from '#src/ui/format/time.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { zoneName } from '#src/ui/format/regional.ts'

/** One of the four vitals: name, value and note. */
export interface Vital {
  readonly name: string
  readonly value: string
  readonly tone: Tone
  readonly note: string
}

const toneOf = (isOk: boolean): Tone => (isOk ? 'success' : 'danger')
const features = (count: number) => `${count} ${count === 1 ? 'feature' : 'features'}`

/** The four vitals of a health report. */
export function vitalsOf({ at, responseMs, vitals, consumption, system }: HealthReport): readonly Vital[] {
  const { healthy, status, engine } = vitals.redis_connection
  const isActive = consumption.ok && consumption.value.status === CONSUMER_INITIALIZED
  const isRunning = system.ok && system.value.status === 'running'
  return [
    {
      name: 'Redis Connection',
      value: !healthy ? 'Disconnected' : engine === 'memory' ? 'In memory' : 'Connected',
      tone: toneOf(healthy),
      note: status,
    },
    {
      name: 'Response Time',
      value: `${formatNumber(responseMs)} ms`,
      tone: responseMs < HEALTH.slowMs ? 'success' : 'warning',
      note: `Last check ${formatClock(at)} ${zoneName(at)}`,
    },
    {
      name: 'Stream Consumption',
      value: isActive ? 'Active' : 'Failed',
      tone: toneOf(isActive),
      note: !consumption.ok
        ? consumption.error
        : isActive
          ? features(consumption.value.features.length)
          : `${features(consumption.value.features.length)}, ${consumption.value.status}`,
    },
    {
      name: 'System Status',
      value: isRunning ? 'Running' : 'Stopped',
      tone: toneOf(isRunning),
      note: !system.ok
        ? system.error
        : system.value.version === undefined
          ? 'Version N/A'
          : `Version ${system.value.version}`,
    },
  ]
}

/** Dialog text of a test run: result, number of tests, and each test. */
export function testReportText({ passed, tests }: HealthTestReport): { readonly title: string; readonly text: string } {
  const lines = tests.map(
    ({ name, response_time_ms, error }) =>
      `${error === undefined ? '✓' : '✗'} ${name}: ${formatNumber(response_time_ms)} ms${error === undefined ? '' : `, ${error}`}`,
  )
  return {
    title: `Health test ${passed ? 'PASSED' : 'FAILED'}`,
    text: [`${tests.length} tests run`, ...lines].join('\n'),
  }
}
