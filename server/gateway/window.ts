/** Counts events per key over a sliding window. */
export interface Window {
  count(key: string): number
  add(key: string): void
  /** Forgets keys whose events are all older than the window. */
  readonly sweep: () => void
}

export function createWindow(windowMs: () => number, now: () => number): Window {
  const times = new Map<string, number[]>()

  function recent(key: string): number[] {
    const since = now() - windowMs()
    const kept = (times.get(key) ?? []).filter((time) => time > since)
    if (kept.length > 0) times.set(key, kept)
    else times.delete(key)
    return kept
  }

  return {
    count: (key) => recent(key).length,
    add(key) {
      times.set(key, [...recent(key), now()])
    },
    sweep() {
      for (const key of times.keys()) recent(key)
    },
  }
}
