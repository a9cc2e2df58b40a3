/** Ids that came lately. */
export interface RecentIds {
  /** Remembers an id. False when it is known. */
  add(id: string): boolean
}

const CAPACITY = 256

/** An order of all texts in which ids that count up come one after another. */
const isAfter = (a: string, b: string): boolean => (a.length === b.length ? a > b : a.length > b.length)

/** At least the last 256. What comes after all that came before cannot be known, and is not looked for. */
export function createRecentIds(): RecentIds {
  const ids: string[] = []
  let greatest = ''
  let next = 0
  return {
    add(id) {
      if (isAfter(id, greatest)) greatest = id
      else if (ids.includes(id)) return false
      ids[next] = id
      next = (next + 1) % CAPACITY
      return true
    },
  }
}
