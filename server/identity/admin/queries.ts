import { like, type Column } from 'drizzle-orm'
import * as z from 'zod/mini'
import { integerString } from '#contract/numeric-strings.ts'
import { ADMIN_AREA } from '#contract/limits.ts'

/** The logs go back 90 days. */
const MAX_HOURS = 2_160
const HOUR_MS = 3_600_000

export const flag = z.pipe(
  z.enum(['true', 'false'], 'must be true or false'),
  z.transform((text) => text === 'true'),
)
export const uuid = z.uuid('must be a UUID')
export const idParams = z.object({ id: uuid })
/** What to look for; empty finds everything. */
export const searchText = z.string().check(z.maxLength(ADMIN_AREA.maxEmail))
export const hoursBack = z._default(integerString(1, MAX_HOURS), ADMIN_AREA.hoursBackDefault)

export const hoursAgo = (hours: number, now: number): Date => new Date(now - hours * HOUR_MS)

/**
 * `column` contains `text`, whatever its case; undefined for nothing to look for. What is searched is stored in lower case,
 * and LIKE is several times faster than ILIKE.
 */
export const contains = (column: Column, text: string | undefined) =>
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
