const FORM = /^(\d{1,15})-(\d{1,9})$/

/** The two parts of an entry id, or undefined if it is invalid. */
export function parseEntryId(id: string): { readonly ms: number; readonly n: number } | undefined {
  const match = FORM.exec(id)
  return match ? { ms: Number(match[1]), n: Number(match[2]) } : undefined
}

/** The next id at a time, strictly above the last one even if the clock stepped back. */
export function nextEntryId(last: string | undefined, atMs: number): string {
  const before = last === undefined ? undefined : parseEntryId(last)
  const ms = Math.floor(atMs)
  if (!before || ms > before.ms) return `${ms}-0`
  return `${before.ms}-${before.n + 1}`
}

/** Comparator by age, oldest first. Invalid ids sort first. */
export function compareEntryIds(a: string, b: string): number {
  const left = parseEntryId(a) ?? { ms: -1, n: -1 }
  const right = parseEntryId(b) ?? { ms: -1, n: -1 }
  return left.ms - right.ms || left.n - right.n
}
