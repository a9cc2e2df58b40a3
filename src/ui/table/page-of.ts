/** The rows of a page, and how many rows and pages there are. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly pageCount: number
}

/** A page of what was listed. Without a total, and where there are more rows than a page has, that is all, which is paged here. */
export function pageOf<Row>(
  listed: readonly Row[],
  total: number | undefined,
  page: number,
  pageSize: number,
): Page<Row> {
  const isWhole = total === undefined || listed.length > pageSize
  const count = isWhole ? listed.length : total
  return {
    rows: isWhole ? listed.slice((page - 1) * pageSize, page * pageSize) : listed,
    total: count,
    pageCount: Math.max(1, Math.ceil(count / pageSize)),
  }
}
