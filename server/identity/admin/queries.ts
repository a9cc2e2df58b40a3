import { and, gte, like, lt, type Column, type SQL, asc, desc, sql } from 'drizzle-orm'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { Paging } from '#contract/list-queries.ts'
import { parseSort, type ListName, type Sort } from '#contract/sorting.ts'
import type { Queries } from '#server/database/database.ts'
import type { IdentityContext, Actor } from '../context.ts'
import type { SessionEnded } from '../sessions.ts'

/**
 * Called when an account's role or status changes or it is deleted, inside the same transaction. Resolves to a callback to
 * run after the commit.
 */
export type OnAccountChange = (tx: Queries, userId: string, actor: Actor) => Promise<() => void>

/** Dependencies of the admin routes. */
export interface AdminDeps extends IdentityContext {
  /** Called for each session that an action ended, after the commit. */
  readonly publish: (ended: SessionEnded) => void
  readonly onAccountChange: OnAccountChange
}

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

/** LIMIT and OFFSET of a page. */
export const rowsOf = ({ page, page_size: pageSize = ADMIN_AREA.rowsPerPage }: Paging<ListName>) =>
  page === undefined ? { limit: ADMIN_AREA.maxRows, offset: 0 } : { limit: pageSize, offset: (page - 1) * pageSize }

/** ORDER BY: `usual` without a requested order, and after it, so that equal rows keep a stable order. Absent values come last. */
export function orderOf<Name extends string>(
  sort: Sort<Name> | undefined,
  columns: Readonly<Record<Name, Column | SQL>>,
  usual: readonly SQL[],
): SQL[] {
  if (sort === undefined) return [...usual]
  const { column: name, isDescending } = parseSort(sort)
  const column = Object.entries<Column | SQL>(columns).find(([known]) => known === name)?.[1]
  if (column === undefined) return [...usual]
  const order = isDescending ? desc(column) : asc(column)
  // An index has no order of its own for absent values, so they are only moved where there are any.
  const isRequired = 'notNull' in column && column.notNull
  return [isRequired ? order : sql`${order} nulls last`, ...usual]
}
