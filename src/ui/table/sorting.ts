import { parseSort, type Sort } from '#contract/sorting.ts'

/** How a table is sorted, and how a press on a header changes that. */
export interface Sorting {
  /** Ids of the columns that can be sorted. */
  readonly columns: readonly string[]
  readonly sort: Sort | undefined
  /** `undefined` restores the usual order. */
  readonly onSort: (sort: Sort | undefined) => void
}

export type SortDirection = 'ascending' | 'descending'

export function directionOf(sort: Sort | undefined, column: string): SortDirection | undefined {
  if (sort === undefined) return undefined
  const parsed = parseSort(sort)
  if (parsed.column !== column) return undefined
  return parsed.isDescending ? 'descending' : 'ascending'
}

/** The order after a press on a header: one direction, then the other, then the usual order. */
export function nextSort(sort: Sort | undefined, column: string, isDescendingFirst: boolean): Sort | undefined {
  const [first, second] = isDescendingFirst ? [`-${column}`, column] : [column, `-${column}`]
  if (sort === first) return second
  return sort === second ? undefined : first
}
