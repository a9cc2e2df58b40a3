import type { HealthError } from './context.ts'
import type { HealthSnapshot } from './machine.ts'
import { overallOf, type HealthReport, type HealthState } from './report.ts'
import type { HealthTestReport } from './tests.ts'

/** The overall state; an unanswered look is an error, whatever was known before. Undefined before the first answer. */
export function healthState({ context: { report: reading, failure } }: HealthSnapshot): HealthState | undefined {
  if (failure !== undefined) return 'error'
  return reading === undefined ? undefined : overallOf(reading.vitals)
}

/** The last good look, however old. */
export const healthReport = ({ context }: HealthSnapshot): HealthReport | undefined => context.report

/** Why the newest look brought nothing. */
export const healthFailure = ({ context }: HealthSnapshot): string | undefined => context.failure

/** The last 5, oldest first. */
export const healthErrors = ({ context }: HealthSnapshot): readonly HealthError[] => context.errors

export const healthTestReport = ({ context }: HealthSnapshot): HealthTestReport | undefined => context.testReport

export const isPolling = ({ value }: HealthSnapshot): boolean => value.monitor === 'polling'

/** Somebody watches, so it looks again by itself. */
export const isMonitoring = ({ context }: HealthSnapshot): boolean => context.watchers.length > 0

export const isTesting = ({ value }: HealthSnapshot): boolean => value.tests === 'running'
