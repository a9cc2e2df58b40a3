/** Rows that are selected to be acted upon together. */
export interface Selection<Row> {
  readonly ids: ReadonlySet<string>
  readonly onChange: (change: (ids: ReadonlySet<string>) => ReadonlySet<string>) => void
  /** So few can be selected that there is no checkbox of all. */
  readonly isLimited?: boolean
  /** Names a row for screen readers: 'Select eve@pairbot.test'. */
  readonly nameOf: (row: Row) => string
}

/** The selection with a row added, or taken out. */
export function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}
