/** Counts ages in whole milliseconds, so that every delivery counts at the cost of one number. */
export interface Ages {
  add(ms: number): void
  readonly count: number
  /** The age that this share of the deliveries did not exceed; 1 for the highest. */
  percentile(share: number): number
}

const HIGHEST_MS = 120_000

export function createAges(): Ages {
  const counts = new Uint32Array(HIGHEST_MS + 1)
  let count = 0
  return {
    add(ms) {
      const at = Math.min(HIGHEST_MS, Math.max(0, Math.round(ms)))
      counts[at] = (counts[at] ?? 0) + 1
      count += 1
    },
    get count() {
      return count
    },
    percentile(share) {
      let passed = 0
      for (const [ms, here] of counts.entries()) {
        passed += here
        if (here > 0 && passed >= count * share) return ms
      }
      return Number.NaN
    },
  }
}
