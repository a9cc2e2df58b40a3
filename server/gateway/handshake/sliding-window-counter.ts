/** Counts events per key over a sliding window. */
export interface SlidingWindowCounter {
  count(key: string): number
  add(key: string): void
  /** Drops keys whose events are all older than the window. */
  readonly prune: () => void
}

export function createSlidingWindowCounter(windowMs: () => number, now: () => number): SlidingWindowCounter {
  const times = new Map<string, number[]>()

  function recent(key: string): number[] {
    const since = now() - windowMs()
    const remaining = (times.get(key) ?? []).filter((time) => time > since)
    if (remaining.length > 0) times.set(key, remaining)
    else times.delete(key)
    return remaining
  }

  return {
    count: (key) => recent(key).length,
    add(key) {
      times.set(key, [...recent(key), now()])
    },
    prune() {
      for (const key of times.keys()) recent(key)
    },
  }
}
