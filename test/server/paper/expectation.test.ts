import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { newAllocation } from '#server/paper/allocation.ts'
import { expectationOf, returnsOf, standingOf } from '#server/paper/expectation.ts'
import { seededRandom } from '#server/lib/random.ts'

const BACKTEST = 'b-1'
const CAPITAL = 1_000

describe('[PT-17] what a backtest leads to expect', () => {
  it('is the growth of the capital trade by trade, each return of the capital before it', async () => {
    const stored = gzipSync(JSON.stringify({ trades: [{ profit: 100 }, { profit: -110 }] }))
    expect(await returnsOf(stored, CAPITAL)).toEqual([0.1, -0.1])
  })

  it('is known exactly where all trades are the same', () => {
    const expected = expectationOf(
      BACKTEST,
      Array.from({ length: 10 }, () => 0.01),
    )
    expect(expected?.low[1]).toBeCloseTo(1.01 ** 2 - 1, 12)
    expect(expected?.high[1]).toBeCloseTo(1.01 ** 2 - 1, 12)
  })

  it('says nothing on fewer than 10 trades', () => {
    expect(
      expectationOf(
        BACKTEST,
        Array.from({ length: 9 }, () => 0.01),
      ),
    ).toBeUndefined()
  })

  it('holds 9 of 10 continuations with the same trades', () => {
    const random = seededRandom(7)
    const draw = () => 0.02 * (random() - 0.5)
    const trades = 30
    let inside = 0
    const RUNS = 150
    for (let run = 0; run < RUNS; run += 1) {
      const expected = expectationOf(BACKTEST, Array.from({ length: 200 }, draw))
      const reached = Array.from({ length: trades }, draw).reduce((growth, each) => growth * (1 + each), 1) - 1
      const [low, high] = [expected?.low[trades - 1] ?? NaN, expected?.high[trades - 1] ?? NaN]
      if (reached >= low && reached <= high) inside += 1
    }
    expect(inside / RUNS).toBeGreaterThan(0.85)
    expect(inside / RUNS).toBeLessThan(0.95)
  }, 60_000)

  it('is compared with the closed trades of an allocation, not with what is open', () => {
    const expectation = { backtestId: BACKTEST, low: [-0.01, -0.02], high: [0.01, 0.02] }
    const after = (trades: number, cash: number) =>
      standingOf(expectation, { ...newAllocation(CAPITAL), trades, cash }, CAPITAL)?.standing
    expect([after(0, 1_000), after(1, 1_000), after(1, 980), after(2, 1_030), after(3, 1_000)]).toEqual([
      null,
      'within',
      'below',
      'above',
      null,
    ])
    expect(standingOf(null, newAllocation(CAPITAL), CAPITAL)).toBeNull()
  })
})
