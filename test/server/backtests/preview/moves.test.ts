import { describe, expect, it } from 'vitest'
import { STRATEGY } from '#contract/limits.ts'
import { seededRandom } from '#server/lib/random.ts'
import { moveAfter, type Entry } from '#server/backtests/preview/report.ts'

const yielder = { yieldIfDue: () => Promise.resolve() }
const DAY = 1_440

/** A price that falls every other quarter of an hour and rises in between. */
const zigzag = Array.from({ length: DAY }, (_, n) => 100 + (Math.floor(n / 15) % 2 === 0 ? n % 15 : 15 - (n % 15)))
const risingStarts: Entry[] = Array.from({ length: 40 }, (_, n) => ({ index: n * 30, side: 'BUY' }))

describe('moves after decisions', () => {
  it('[SG-84] in percent towards the side, of decisions with enough time after them', async () => {
    const prices = [100, 101, 102, 99, 50]
    const entries: Entry[] = [
      { index: 0, side: 'BUY' },
      { index: 1, side: 'SELL' },
      { index: 3, side: 'BUY' },
    ]
    const up = 2
    const down = -100 * (99 / 101 - 1)
    const moves = [100 * (102 / 100 - 1), 100 * (99 / 101 - 1), 100 * (50 / 102 - 1)]
    // Shifted by 0, 1 and 2 minutes: what the first and the second would have seen.
    const timings = [0, 1, 2].map((shift) => (moves[shift]! - moves[(shift + 1) % 3]!) / 2)

    expect(await moveAfter(entries, prices, 2, yielder)).toEqual({
      after_minutes: 2,
      decisions: 2,
      mean: expect.closeTo((up + down) / 2, 10),
      baseline: {
        mean: expect.closeTo(timings.reduce((sum, each) => sum + each, 0) / 3, 10),
        low: expect.closeTo(Math.min(...timings), 10),
        high: expect.closeTo(Math.max(...timings), 10),
      },
      result: 'too few decisions to say',
    })
  })

  it('[SG-84] well-timed decisions are better than random, badly timed ones worse', async () => {
    const right = await moveAfter(risingStarts, zigzag, 15, yielder)
    const wrong = await moveAfter(
      risingStarts.map((entry) => ({ ...entry, side: 'SELL' })),
      zigzag,
      15,
      yielder,
    )

    expect([right.result, wrong.result]).toEqual(['better than random', 'worse than random'])
    expect(right.mean).toBeCloseTo(15)
    expect(Math.abs(right.baseline!.mean)).toBeLessThan(1)
  })

  it('[SG-84] below twenty decisions the result is too few, however good they are', async () => {
    const few = risingStarts.slice(0, STRATEGY.backtestMinDecisions - 1)
    expect((await moveAfter(few, zigzag, 15, yielder)).result).toBe('too few decisions to say')
    expect((await moveAfter(risingStarts.slice(0, STRATEGY.backtestMinDecisions), zigzag, 15, yielder)).result).toBe(
      'better than random',
    )
    expect(await moveAfter([], zigzag, 15, yielder)).toEqual({
      after_minutes: 15,
      decisions: 0,
      mean: null,
      baseline: null,
      result: 'too few decisions to say',
    })
  })

  it('[SG-84] random decisions are found better or worse than random about one time in twenty', async () => {
    const random = seededRandom(5)
    const found: string[] = []
    for (let round = 0; round < 200; round += 1) {
      let price = 100
      const prices = Array.from({ length: 400 }, () => (price *= 1 + (random() - 0.5) / 500))
      const entries = Array.from({ length: 25 }, (): Entry => ({
        index: Math.floor(random() * 380),
        side: random() < 0.5 ? 'BUY' : 'SELL',
      }))
      found.push((await moveAfter(entries, prices, 15, yielder)).result)
    }
    const wrong = found.filter((result) => result !== 'no different from random').length
    expect(wrong).toBeGreaterThan(1)
    expect(wrong).toBeLessThan(24)
  })

  it('[SG-83] yields to the event loop', async () => {
    let asked = 0
    await moveAfter(risingStarts, zigzag, 60, { yieldIfDue: async () => void (asked += 1) })
    expect(asked).toBe(DAY - 60)
  })
})
