/** A token bucket: an allowance that refills evenly. */
export interface TokenBucket {
  tokens: number
  /** Clock time of the last refill, in milliseconds. */
  refilledAt: number
}

export interface BucketRate {
  /** Capacity of the bucket. */
  readonly burst: number
  readonly perMinute: number
}

export const fullBucket = ({ burst }: BucketRate, now: number): TokenBucket => ({ tokens: burst, refilledAt: now })

/** Takes one token; false if there is none. */
export function takeToken(bucket: TokenBucket, { burst, perMinute }: BucketRate, now: number): boolean {
  const earned = Math.max(0, ((now - bucket.refilledAt) / 60_000) * perMinute)
  bucket.tokens = Math.min(burst, bucket.tokens + earned)
  bucket.refilledAt = now
  if (bucket.tokens < 1) return false
  bucket.tokens -= 1
  return true
}
