const FORM = /^(\d{1,15})-(\d{1,9})$/

/** An entry id in its two parts, or undefined when it is none. */
export function parseEntryId(id: string): { readonly ms: number; readonly n: number } | undefined {
  const match = FORM.exec(id)
  return match ? { ms: Number(match[1]), n: Number(match[2]) } : undefined
}

/** The next id at a time: never at or below the last one, even when the clock stepped back. */
export function nextEntryId(last: string | undefined, atMs: number): string {
  const before = last === undefined ? undefined : parseEntryId(last)
  const ms = Math.floor(atMs)
  if (!before || ms > before.ms) return `${ms}-0`
  return `${before.ms}-${before.n + 1}`
}

/** Below zero when `a` came before `b`. Ids that are none sort first. */
export function compareEntryIds(a: string, b: string): number {
  const left = parseEntryId(a) ?? { ms: -1, n: -1 }
  const right = parseEntryId(b) ?? { ms: -1, n: -1 }
  return left.ms - right.ms || left.n - right.n
}
