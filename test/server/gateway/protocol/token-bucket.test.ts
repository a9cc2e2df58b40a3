import { describe, expect, it } from 'vitest'
import { fullBucket, takeToken } from '#server/gateway/protocol/token-bucket.ts'

const rate = { burst: 3, perMinute: 60 }

describe('a token bucket', () => {
  it('[GW-11] allows a burst, then refills evenly up to the burst', () => {
    const bucket = fullBucket(rate, 0)
    const take = (now: number) => takeToken(bucket, rate, now)

    expect([take(0), take(0), take(0), take(0)]).toEqual([true, true, true, false])
    expect([take(999), take(1_000), take(1_500), take(2_000)]).toEqual([false, true, false, true])
    expect([take(3_600_000), take(3_600_000), take(3_600_000), take(3_600_000)]).toEqual([true, true, true, false])
  })

  it('[GW-11] does not lose tokens when the clock is set back', () => {
    const bucket = fullBucket(rate, 10_000)

    expect([takeToken(bucket, rate, 0), takeToken(bucket, rate, 0)]).toEqual([true, true])
    expect([takeToken(bucket, rate, 1_000), takeToken(bucket, rate, 1_000), takeToken(bucket, rate, 1_000)]).toEqual([
      true,
      true,
      false,
    ])
  })
})
