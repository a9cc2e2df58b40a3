/** The newest `capacity` items, oldest first. */
export interface BoundedList<T> {
  readonly items: readonly T[]
  push(item: T): void
}

/** A list limited to its newest items, so that memory and results do not depend on the uptime of the process. */
export function createBoundedList<T>(capacity: number): BoundedList<T> {
  const items: T[] = []
  return {
    items,
    push(item) {
      items.push(item)
      if (items.length > capacity) items.shift()
    },
  }
}

/** Index of the first item at or after `time`, by binary search; items must be sorted by time. */
export function lowerBound<T>(items: readonly T[], time: number, timeOf: (item: T) => number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && timeOf(item) < time) low = middle + 1
    else high = middle
  }
  return low
}
