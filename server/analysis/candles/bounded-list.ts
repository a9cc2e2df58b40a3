/** The newest `capacity` items, oldest first. */
export interface BoundedList<T> {
  readonly items: readonly T[]
  push(item: T): void
}

/** A bounded list: memory stays flat, and what is read never depends on how long the process runs. */
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

/** Index of the first item whose time is not before `time`; items rise in time. */
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
