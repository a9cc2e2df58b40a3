/** Accepted ids, newest first. A linked list, because every entry adds one and hardly any is looked up. */
export interface Seen {
  readonly id: string
  readonly length: number
  readonly before: Seen | undefined
}

/** More than one response can contain, so that no response adds an entry twice. */
const CAPACITY = 64

const add = (before: Seen | undefined, id: string): Seen => ({ id, length: (before?.length ?? 0) + 1, before })

/** A new list of the newest ids. */
function trim(seen: Seen): Seen | undefined {
  const ids: string[] = []
  for (let at: Seen | undefined = seen; at !== undefined && ids.length < CAPACITY; at = at.before) ids.push(at.id)
  return ids.reduceRight<Seen | undefined>(add, undefined)
}

/** Adds an id. The list may grow to twice its capacity before it is trimmed. */
export const withId = (seen: Seen | undefined, id: string): Seen =>
  add(seen !== undefined && seen.length >= 2 * CAPACITY ? trim(seen) : seen, id)

export function hasId(seen: Seen | undefined, id: string): boolean {
  for (let at = seen; at !== undefined; at = at.before) if (at.id === id) return true
  return false
}
