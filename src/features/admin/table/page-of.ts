/** The rows of a page, and how many rows and pages there are. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly pageCount: number
}

/** A page of what a server listed: one that does not page lists everything, which is paged here. */
export function pageOf<Row>(
  listed: readonly Row[],
  total: number | undefined,
  page: number,
  pageSize: number,
): Page<Row> {
  const isWhole = listed.length > pageSize
  const count = isWhole ? listed.length : (total ?? listed.length)
  return {
    rows: isWhole ? listed.slice((page - 1) * pageSize, page * pageSize) : listed,
    total: count,
    pageCount: Math.max(1, Math.ceil(count / pageSize)),
  }
}
