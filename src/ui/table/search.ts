import { sortsOf, type Sort } from '#contract/sorting.ts'

// Part of the initial bundle, so it imports no schemas.

/** How a table shows its rows, in the search params of its page. */
export interface TableSearch<Column extends string = string> {
  readonly sort?: Sort<Column> | undefined
  /** From 1. */
  readonly page?: number | undefined
  /** Ids of the hidden columns, separated by dots. */
  readonly hide?: string | undefined
}

const MAX_HIDE = 320

/** Parses the search params of a table that can be sorted by these columns. Invalid ones are dropped. */
export const tableSearch = <const Column extends string>(
  { sort, page, hide }: Record<string, unknown>,
  columns: readonly Column[],
): TableSearch<Column> => ({
  sort: sortsOf<Column>(columns).find((known) => known === sort),
  page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : undefined,
  hide: typeof hide === 'string' ? hide.slice(0, MAX_HIDE) : undefined,
})
