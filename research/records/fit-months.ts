import type { TrackedClaim } from '#contract/track-records/schema.ts'

/** Claims that something was fitted for: the strength of levels and the change of the phase. */
const FITTED: ReadonlySet<TrackedClaim> = new Set(['level', 'level_position', 'phase'])

export const isOddMonth = (month: string): boolean => Number(month.slice(-2)) % 2 === 1

/**
 * Whether something behind a claim was fitted on a month such as '2019-04', so that no record of it may be counted there: every
 * other month, so that years and markets are the same on both sides.
 */
export const isFitMonth = (claim: TrackedClaim, month: string): boolean => FITTED.has(claim) && isOddMonth(month)
