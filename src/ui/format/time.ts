import { toZone, zoneName } from './regional.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const DATE_FROM_DAYS = 30

/** Text for an invalid time. */
export const INVALID_DATE = 'Invalid Date'

/** Unix milliseconds or a Date. */
export type Instant = number | Date

const isValid = (instant: Instant): boolean => !Number.isNaN(new Date(instant).getTime())
const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/** ISO 8601 in UTC, for `dateTime` of a <time>; undefined if invalid. */
export const toIso = (instant: Instant): string | undefined =>
  isValid(instant) ? new Date(instant).toISOString() : undefined

/** ISO 8601 without a zone, in the user's. */
const zoned = (instant: Instant): string | undefined => toIso(toZone(new Date(instant).getTime()))

// In the user's time zone, UTC by default (`regional.ts`), with 24 hours.

/** 2019-06-30. */
export const formatDate = (instant: Instant): string => zoned(instant)?.slice(0, 10) ?? INVALID_DATE
/** 23:59:07; the surrounding panel states the zone. */
export const formatClock = (instant: Instant): string => zoned(instant)?.slice(11, 19) ?? INVALID_DATE

/** 2019-06-30 23:59:07. */
export const formatDateTime = (instant: Instant): string =>
  isValid(instant) ? `${formatDate(instant)} ${formatClock(instant)}` : INVALID_DATE

/** 23:59, and with another date than `now` (or if that is not known) 2019-06-30 23:59. */
export const formatMinuteOfDay = (instant: Instant, now: Instant | undefined): string =>
  now !== undefined && formatDate(instant) === formatDate(now)
    ? formatClock(instant).slice(0, 5)
    : formatDateTime(instant).slice(0, 16)

/** 2019-06-30 23:59:07 UTC: for titles and standalone times. */
export const formatExact = (instant: Instant): string =>
  isValid(instant) ? `${formatDateTime(instant)} ${zoneName(new Date(instant).getTime())}` : INVALID_DATE

/** 2019-06-30 23:59:07.005. */
export const formatPrecise = (instant: Instant): string =>
  zoned(instant)?.slice(0, 23).replace('T', ' ') ?? INVALID_DATE

/**
 * Time since `instant`, both on the same clock: 'Just now' under a minute and for future times, then minutes, hours and days,
 * and the date from 30 days on.
 */
export function formatRelative(instant: Instant, now: Instant): string {
  if (!isValid(instant) || !isValid(now)) return INVALID_DATE
  const elapsed = new Date(now).getTime() - new Date(instant).getTime()
  if (elapsed < MINUTE_MS) return 'Just now'
  if (elapsed < HOUR_MS) return ago(Math.floor(elapsed / MINUTE_MS), 'minute')
  if (elapsed < DAY_MS) return ago(Math.floor(elapsed / HOUR_MS), 'hour')
  const days = Math.floor(elapsed / DAY_MS)
  return days < DATE_FROM_DAYS ? ago(days, 'day') : formatDate(instant)
}

/** Time until expiry: 'Expires now' under a minute and afterwards, then 'in Nm', 'in Nh', 'in Nd', the date from 30 days on. */
export function formatUntil(instant: Instant, now: Instant): string {
  if (!isValid(instant) || !isValid(now)) return INVALID_DATE
  const left = new Date(instant).getTime() - new Date(now).getTime()
  if (left < MINUTE_MS) return 'Expires now'
  if (left < HOUR_MS) return `in ${Math.floor(left / MINUTE_MS)}m`
  if (left < DAY_MS) return `in ${Math.floor(left / HOUR_MS)}h`
  const days = Math.floor(left / DAY_MS)
  return days < DATE_FROM_DAYS ? `in ${days}d` : formatDate(instant)
}

/** Duration in hours, minutes and seconds: 2h 5m 9s, 5m 9s, 9s. Fractions are dropped; negative durations are 0s. */
export function formatDuration(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return 'N/A'
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const parts: string[] = []
  if (seconds >= 3600) parts.push(`${Math.floor(seconds / 3600)}h`)
  if (seconds >= 60) parts.push(`${Math.floor((seconds % 3600) / 60)}m`)
  parts.push(`${seconds % 60}s`)
  return parts.join(' ')
}

/** Age in its largest unit: 3 s, 4 min, 2 h, 5 d. Negative ages are 0 s. */
export function formatAge(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return 'N/A'
  const age = Math.max(0, milliseconds)
  if (age < MINUTE_MS) return `${Math.floor(age / 1000)} s`
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h`
  return `${Math.floor(age / DAY_MS)} d`
}
