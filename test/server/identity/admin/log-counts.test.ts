import { describe, expect, it } from 'vitest'
import { seededRandom } from '#server/lib/random.ts'
import { createLogCounts } from '#server/identity/admin/attempts.ts'

const START = Date.parse('2026-01-05T08:00:00Z')
const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A log with a row every ten seconds of the last day, and what counting it reads. */
function harness(rows = 8_640) {
  const times = Array.from({ length: rows }, (_, n) => START - n * 10 * SECOND_MS)
  const clock = { now: START }
  const read = { rows: 0 }
  const counts = createLogCounts(() => clock.now)
  const since = (rangeMs: number) => new Date(clock.now - rangeMs)
  const truth = (rangeMs: number) => times.filter((at) => at >= clock.now - rangeMs).length
  const count = (rangeMs = DAY_MS, filter = 'all') =>
    counts.count(filter, since(rangeMs), async (from, until) => {
      const found = times.filter((at) => at >= from.getTime() && (until === undefined || at < until.getTime())).length
      read.rows += found
      return found
    })
  return { times, clock, read, count, truth }
}

describe('[PE-52] the number of matching rows of a log', () => {
  it('is exact while rows are added and leave the range', async () => {
    const { times, clock, count, truth } = harness()
    const random = seededRandom(7)
    for (let step = 0; step < 200; step += 1) {
      clock.now += Math.floor(random() * 600 * SECOND_MS)
      for (let added = Math.floor(random() * 20); added > 0; added -= 1)
        // A row is added up to half a minute after its time.
        times.push(clock.now - Math.floor(random() * 30 * SECOND_MS))
      const range = [HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS][step % 4] ?? 0
      expect(await count(range, String(step % 2))).toBe(truth(range))
    }
  })

  it('is counted as a whole once per filter, then by what has changed', async () => {
    const { clock, read, count } = harness()
    expect(await count()).toBe(8_640)
    read.rows = 0
    clock.now += 5 * 60 * SECOND_MS
    expect(await count()).toBe(8_611)
    expect(read.rows).toBeLessThan(50)
    await count(DAY_MS, 'another')
    expect(read.rows).toBeGreaterThan(8_000)
  })

  it('is counted anew for a longer range, after an hour, and of few rows', async () => {
    const { clock, read, count } = harness()
    await count(HOUR_MS)
    expect(await count(DAY_MS)).toBe(8_640)
    read.rows = 0
    clock.now += 2 * HOUR_MS
    await count(DAY_MS)
    expect(read.rows).toBeGreaterThan(7_000)
    const few = harness(500)
    await few.count()
    few.times.length = 0
    expect(await few.count()).toBe(0)
  })

  it('follows a clock that is set back', async () => {
    const { clock, count, truth } = harness()
    await count()
    clock.now -= 3 * HOUR_MS
    expect(await count()).toBe(truth(DAY_MS))
  })
})
