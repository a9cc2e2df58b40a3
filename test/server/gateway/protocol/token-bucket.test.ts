import { describe, expect, it } from 'vitest'
import { fullBucket, takeToken } from '#server/gateway/protocol/token-bucket.ts'

const allowance = { burst: 3, perMinute: 60 }

describe('a budget', () => {
  it('[GW-11] gives the burst, then what is earned back, and never saves up more than the burst', () => {
    const budget = fullBucket(allowance, 0)
    const take = (now: number) => takeToken(budget, allowance, now)

    expect([take(0), take(0), take(0), take(0)]).toEqual([true, true, true, false])
    expect([take(999), take(1_000), take(1_500), take(2_000)]).toEqual([false, true, false, true])
    expect([take(3_600_000), take(3_600_000), take(3_600_000), take(3_600_000)]).toEqual([true, true, true, false])
  })

  it('[GW-11] a clock that is set back takes nothing away', () => {
    const budget = fullBucket(allowance, 10_000)

    expect([takeToken(budget, allowance, 0), takeToken(budget, allowance, 0)]).toEqual([true, true])
    expect([
      takeToken(budget, allowance, 1_000),
      takeToken(budget, allowance, 1_000),
      takeToken(budget, allowance, 1_000),
    ]).toEqual([true, true, false])
  })
})
