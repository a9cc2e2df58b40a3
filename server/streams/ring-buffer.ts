/** The newest `capacity` items, in the order they came. */
export interface RingBuffer<Item> {
  push(item: Item): void
  last(): Item | undefined
  length(): number
  /** The last `count` items, oldest first. */
  tail(count: number): Item[]
}

/** A ring buffer over one array that never grows past its capacity. */
export function createRingBuffer<Item>(capacity: number): RingBuffer<Item> {
  const items: Item[] = []
  let next = 0

  return {
    push: (item) => {
      items[next] = item
      next = (next + 1) % capacity
    },
    last: () => items[(next - 1 + items.length) % Math.max(1, items.length)],
    length: () => items.length,
    tail: (count) => {
      const wanted = Math.max(0, Math.min(count, items.length))
      const ordered = items.length < capacity ? items : [...items.slice(next), ...items.slice(0, next)]
      return ordered.slice(ordered.length - wanted)
    },
  }
}
