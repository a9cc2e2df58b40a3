import { and, gte, like, lt, type Column, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { integerString } from '#contract/numeric-strings.ts'
import { ADMIN_AREA } from '#contract/limits.ts'

/** The logs cover 90 days. */
const MAX_HOURS = 2_160
const HOUR_MS = 3_600_000

export const flag = z.pipe(
  z.enum(['true', 'false'], 'must be true or false'),
  z.transform((text) => text === 'true'),
)
export const uuid = z.uuid('must be a UUID')
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
export const idParams = z.object({ id: uuid })
/** Search text; an empty one matches everything. */
export const searchText = z.string().check(z.maxLength(ADMIN_AREA.maxEmail))
export const hoursBack = z._default(integerString(1, MAX_HOURS), ADMIN_AREA.hoursBackDefault)

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
