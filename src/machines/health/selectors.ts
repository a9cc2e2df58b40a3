import type { HealthError } from './types.ts'
import type { HealthSnapshot } from './machine.ts'
import { overallOf, type HealthReport, type HealthState } from './report.ts'
import type { HealthTestReport } from './health-tests.ts'

/** Overall state; a failed poll is an error, whatever was known before. Undefined before the first poll. */
export function healthState({ context: { report, failure } }: HealthSnapshot): HealthState | undefined {
  if (failure !== undefined) return 'error'
  return report === undefined ? undefined : overallOf(report.vitals)
}

/** Report of the last successful poll, however old. */
export const healthReport = ({ context }: HealthSnapshot): HealthReport | undefined => context.report

/** Why the last poll failed. */
export const healthFailure = ({ context }: HealthSnapshot): string | undefined => context.failure

/** The last 5, oldest first. */
export const healthErrors = ({ context }: HealthSnapshot): readonly HealthError[] => context.errors

export const healthTestReport = ({ context }: HealthSnapshot): HealthTestReport | undefined => context.testReport

export const isPolling = ({ value }: HealthSnapshot): boolean => value.monitor === 'polling'

/** Whether there are watchers, so that polling goes on. */
export const isMonitoring = ({ context }: HealthSnapshot): boolean => context.watchers.length > 0

export const isTesting = ({ value }: HealthSnapshot): boolean => value.tests === 'running'
