import type { HealthError } from './context.ts'
import type { HealthSnapshot } from './machine.ts'
import { overallOf, type HealthReading, type HealthState } from './report.ts'
import type { HealthTestReport } from './tests.ts'

/** The overall state; an unanswered look is an error, whatever was known before. Undefined before the first answer. */
export function healthState({ context: { reading, failure } }: HealthSnapshot): HealthState | undefined {
  if (failure !== undefined) return 'error'
  return reading === undefined ? undefined : overallOf(reading.vitals)
}

/** The last good look, however old. */
export const healthReading = ({ context }: HealthSnapshot): HealthReading | undefined => context.reading

/** Why the newest look brought nothing. */
export const healthFailure = ({ context }: HealthSnapshot): string | undefined => context.failure

/** The last 5, oldest first. */
export const healthErrors = ({ context }: HealthSnapshot): readonly HealthError[] => context.errors

export const healthReport = ({ context }: HealthSnapshot): HealthTestReport | undefined => context.report

export const isLooking = ({ value }: HealthSnapshot): boolean => value.monitor === 'looking'

/** Somebody watches, so it looks again by itself. */
export const isMonitoring = ({ context }: HealthSnapshot): boolean => context.watchers.length > 0

export const isTesting = ({ value }: HealthSnapshot): boolean => value.tests === 'running'
