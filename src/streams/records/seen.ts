/** Ids that were taken, the newest first. A list and no array: every entry adds one, and hardly any is looked up. */
export interface Seen {
  readonly id: string
  readonly length: number
  readonly before: Seen | undefined
}

/** More than one reply can hold, so that no reply brings an entry twice. */
const CAPACITY = 64

const add = (before: Seen | undefined, id: string): Seen => ({ id, length: (before?.length ?? 0) + 1, before })

/** The newest ids only, as a new list. */
function trim(seen: Seen): Seen | undefined {
  const ids: string[] = []
  for (let at: Seen | undefined = seen; at !== undefined && ids.length < CAPACITY; at = at.before) ids.push(at.id)
  return ids.reduceRight<Seen | undefined>(add, undefined)
}

/** With one id more. Twice as many as are needed may pile up before the oldest go. */
export const withId = (seen: Seen | undefined, id: string): Seen =>
  add(seen !== undefined && seen.length >= 2 * CAPACITY ? trim(seen) : seen, id)

export function hasId(seen: Seen | undefined, id: string): boolean {
  for (let at = seen; at !== undefined; at = at.before) if (at.id === id) return true
  return false
}
