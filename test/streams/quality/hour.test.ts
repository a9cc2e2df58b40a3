import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRollingHour, BUCKETS, bucketOf, percentileOf } from '#src/streams/quality/hour.ts'

const MINUTE = 60_000
/** A minute on the grid, long after 1970. */
const M0 = 28_000_000 * MINUTE
const QUIET = {
  samples: 0,
  p50: undefined,
  p99: undefined,
  gaps: 0,
  refills: 0,
  reconnects: 0,
  refused: 0,
  disconnectedMs: 0,
}

describe('[MO-21] the histogram', () => {
  it('gives every percentile within an eighth of the true value', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1.01, max: 900_000, noNaN: true }), { minLength: 1 }), (ages) => {
        const counts = Array.from({ length: BUCKETS }, () => 0)
        for (const age of ages) counts[bucketOf(age)]! += 1
        const sorted = ages.toSorted((a, b) => a - b)
        for (const share of [0.5, 0.99]) {
          const exact = sorted[Math.ceil(sorted.length * share) - 1]!
          expect(Math.abs(percentileOf(counts, share)! / exact - 1)).toBeLessThan(0.13)
        }
      }),
    )
  })

  it('accepts any age', () => {
    expect([-5, 0, 1, Number.NaN, 1.01, 1e9, Infinity].map(bucketOf)).toEqual([0, 0, 0, 0, 1, BUCKETS - 1, BUCKETS - 1])
    expect(percentileOf([], 0.5)).toBeUndefined()
  })
})

describe('[MO-22] an hour', () => {
  it('counts each minute and the total', () => {
    const hour = createRollingHour()
    for (let index = 0; index < 19; index += 1) hour.recordAge(M0 + index, 100)
    hour.count('gaps', M0 + MINUTE)
    hour.count('refused', M0 + MINUTE, 3)
    const few = hour.read(M0 + MINUTE)
    expect([few.samples, few.p50, few.p99, few.gaps, few.refused]).toEqual([19, undefined, undefined, 1, 3])
    hour.recordAge(M0 + MINUTE, 4_000)
    const { minutes, lastMinute, ...all } = hour.read(M0 + MINUTE)
    expect(lastMinute).toBe(M0 + MINUTE)
    expect(minutes).toHaveLength(60)
    expect(minutes.slice(0, 58)).toEqual(Array.from({ length: 58 }, () => QUIET))
    const bucket = 2 ** (19.5 / 3)
    expect(minutes[58]).toEqual({ ...QUIET, samples: 19, p50: bucket, p99: bucket })
    expect([minutes[59]?.samples, minutes[59]?.gaps, minutes[59]?.refused]).toEqual([1, 1, 3])
    expect([all.samples, Math.round(all.p50 ?? 0), Math.round(all.p99 ?? 0)]).toEqual([20, 91, 3_649])
  })

  it('drops older minutes and ignores late records', () => {
    const hour = createRollingHour()
    hour.count('gaps', M0)
    hour.count('refills', M0 + 59 * MINUTE)
    expect([hour.read(M0 + 59 * MINUTE).gaps, hour.read(M0 + 60 * MINUTE).gaps]).toEqual([1, 0])
    hour.count('gaps', M0 + 60 * MINUTE)
    hour.count('gaps', M0)
    expect(hour.read(M0 + 60 * MINUTE).minutes.map(({ gaps, refills }) => gaps * 10 + refills)).toEqual([
      ...Array.from({ length: 58 }, () => 0),
      1,
      10,
    ])
    expect(hour.read(M0 + 500 * MINUTE)).toMatchObject({ ...QUIET, gaps: 0 })
  })

  it('spreads a disconnection over its minutes, also while it lasts', () => {
    const hour = createRollingHour()
    hour.recordDisconnected(M0 + 50_000, M0 + 2 * MINUTE + 10_000)
    const over = hour.read(M0 + 3 * MINUTE)
    expect(over.minutes.slice(-4).map(({ disconnectedMs }) => disconnectedMs)).toEqual([10_000, MINUTE, 10_000, 0])
    const lasting = hour.read(M0 + 3 * MINUTE + 5_000, M0 + 2 * MINUTE + 30_000)
    expect(lasting.minutes.slice(-4).map(({ disconnectedMs }) => disconnectedMs)).toEqual([
      10_000,
      MINUTE,
      40_000,
      5_000,
    ])
    expect([over.disconnectedMs, lasting.disconnectedMs]).toEqual([80_000, 115_000])
    expect(hour.read(M0 + 1_000 * MINUTE, M0).disconnectedMs).toBe(59 * MINUTE)
    hour.recordDisconnected(M0, M0 + 1e12)
    expect(hour.read(M0 + 1e12).disconnectedMs).toBeLessThanOrEqual(60 * MINUTE)
  })

  it('returns the same object until something changes or a minute begins', () => {
    const hour = createRollingHour()
    hour.recordAge(M0, 5)
    const first = hour.read(M0 + 1)
    expect(hour.read(M0 + 59_999)).toBe(first)
    expect(hour.read(M0 + MINUTE)).not.toBe(first)
    hour.recordAge(M0 + MINUTE, 5)
    expect(hour.read(M0 + MINUTE).samples).toBe(2)
  })
})
