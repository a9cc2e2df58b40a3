/** Buckets per doubling: a value read back is at most 12 % off. */
const PER_DOUBLING = 3
/** From 1 ms to about 17 minutes; the last bucket holds everything beyond. */
const DOUBLINGS = 20

export const BUCKETS = 1 + PER_DOUBLING * DOUBLINGS

/** Bucket of a time in milliseconds: the first holds everything up to 1 ms. */
export const bucketOf = (ms: number): number =>
  ms > 1 ? Math.min(BUCKETS - 1, 1 + Math.floor(Math.log2(ms) * PER_DOUBLING)) : 0

/** Geometric midpoint of a bucket, in milliseconds. */
const midpointOf = (bucket: number): number => (bucket === 0 ? 1 : 2 ** ((bucket - 0.5) / PER_DOUBLING))

/** Percentile in milliseconds; `fraction` from 0 to 1. Undefined if nothing was counted. */
export function percentileOf(counts: ArrayLike<number>, fraction: number): number | undefined {
  let total = 0
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) total += counts[bucket] ?? 0
  if (total === 0) return undefined
  const rank = Math.max(1, Math.ceil(total * fraction))
  let passed = 0
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    passed += counts[bucket] ?? 0
    if (passed >= rank) return midpointOf(bucket)
  }
  return undefined
}
