/** Recently seen ids. */
export interface RecentIds {
  /** Adds an id. False if it is already known. */
  add(id: string): boolean
}

const CAPACITY = 256

/** Orders ids so that counters increase: shorter texts first. */
const isAfter = (a: string, b: string): boolean => (a.length === b.length ? a > b : a.length > b.length)

/** Holds the last 256 ids. An id greater than all before it is new without a search. */
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
