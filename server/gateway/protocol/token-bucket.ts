/** What is left of an allowance that is earned back evenly. */
export interface TokenBucket {
  tokens: number
  /** Up to when it was earned back, in milliseconds of the clock. */
  refilledAt: number
}

export interface BucketRate {
  /** How much may be spent in a burst. */
  readonly burst: number
  readonly perMinute: number
}

export const fullBucket = ({ burst }: BucketRate, now: number): TokenBucket => ({ tokens: burst, refilledAt: now })

/** Spends one; false when nothing is left. */
export function takeToken(bucket: TokenBucket, { burst, perMinute }: BucketRate, now: number): boolean {
  const earned = Math.max(0, ((now - bucket.refilledAt) / 60_000) * perMinute)
  bucket.tokens = Math.min(burst, bucket.tokens + earned)
  bucket.refilledAt = now
  if (bucket.tokens < 1) return false
  bucket.tokens -= 1
  return true
}
