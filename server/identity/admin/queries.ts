import { and, gte, like, lt, type Column, type SQL } from 'drizzle-orm'

const HOUR_MS = 3_600_000

export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

export const hoursAgo = (hours: number, now: number): Date => new Date(now - hours * HOUR_MS)

/**
 * Condition that `column` contains `text`, ignoring case; undefined for empty text. The columns are stored in lower case,
 * and LIKE is several times faster than ILIKE.
 */
export const contains = (column: Column | SQL, text: string | undefined): SQL | undefined =>
  text?.trim()
    ? like(
        column,
        `%${text
          .normalize('NFKC')
          .trim()
          .toLowerCase()
          .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
      )
    : undefined

/** Condition that a time is from `from` on, and before `until` if given. */
export const inRange = (time: Column, from: Date, until: Date | undefined): SQL | undefined =>
  and(gte(time, from), until && lt(time, until))
