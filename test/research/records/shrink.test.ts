import { describe, expect, it } from 'vitest'
import { edgesOf } from '#research/records/shrink.ts'
import { seededRandom } from '#server/lib/random.ts'
import type { CaseTally } from '#server/outcomes/tally.ts'

const MONTHS = ['2018-04', '2018-06', '2018-08', '2018-10', '2019-02', '2019-04', '2019-06']
const tally = (name: string, month: string, held: number, count: number, timeframe: 'M5' | 'H1' = 'M5'): CaseTally => ({
  pair: 'BTCUSD',
  month,
  kind: 'pattern',
  timeframe,
  class: name,
  bin: 10,
  count,
  held,
  claimed: 0,
  rising: count,
  falling: 0,
  randomCount: 0,
  randomHeld: 0,
})
const half = (tallies: readonly CaseTally[]) => tallies.reduce((sum, { count }) => sum + count / 2, 0)
const edges = (tallies: readonly CaseTally[]) => edgesOf(tallies, half, ({ timeframe }) => timeframe)

/** Twenty classes with the probabilities given in turn, `count` cases in each month. */
function drawn(probabilities: readonly number[], count: number, seed = 1): CaseTally[] {
  const random = seededRandom(seed)
  const hits = (probability: number) => Array.from({ length: count }).filter(() => random() < probability).length
  return Array.from({ length: 20 }, (_, i) => probabilities[i % probabilities.length] ?? 0).flatMap((probability, i) =>
    MONTHS.map((month) => tally(`class ${i}`, month, hits(probability), count)),
  )
}

describe('the edge of a class', () => {
  it('[FG-7] is nothing where classes differ by luck only, however lucky the luckiest was', () => {
    const edgeOf = edges(drawn([0.5], 20))
    const all = Array.from({ length: 20 }, (_, i) => edgeOf('M5', `class ${i}`, null))
    const known = all.filter((each) => each !== undefined && Math.abs(each.edge) > 1.96 * each.error)
    expect([all.filter((each) => each === undefined), known]).toEqual([[], []])
    expect(Math.max(...all.map((each) => Math.abs(each?.edge ?? 1)))).toBeLessThan(0.03)
  })

  it('[FG-7] stays where classes do differ', () => {
    const edgeOf = edges(drawn([0.4, 0.6], 400))
    expect(edgeOf('M5', 'class 0', null)?.edge).toBeCloseTo(-0.1, 1)
    expect(edgeOf('M5', 'class 1', 'BTCUSD')?.edge).toBeCloseTo(0.1, 1)
  })

  it('[FG-7] is drawn further towards the others, the fewer its cases are', () => {
    const edgeOf = edges([...drawn([0.45, 0.55], 400), tally('rare', '2019-04', 9, 10)])
    expect(edgeOf('M5', 'rare', null)?.edge).toBeLessThan(0.1)
    expect(edgeOf('M5', 'rare', null)?.error).toBeGreaterThan(edgeOf('M5', 'class 1', null)?.error ?? 1)
  })

  it('[FG-7] is less certain where months differ by more than their numbers explain', () => {
    const steady = MONTHS.map((month) => tally('steady', month, 560, 1_000))
    const moody = MONTHS.map((month, i) => tally('moody', month, i % 2 === 0 ? 860 : 160, 1_000, 'H1'))
    const edgeOf = edges([...steady, ...moody])
    expect(edgeOf('H1', 'moody', null)?.error).toBeGreaterThan(3 * (edgeOf('M5', 'steady', null)?.error ?? 1))
  })

  it('[FG-4] is not known without chance, nor for what was never counted', () => {
    expect(
      edgesOf(
        [tally('Hammer', '2019-04', 1, 2)],
        () => undefined,
        () => 'M5',
      )('M5', 'Hammer', null),
    ).toBeUndefined()
    expect(edges([tally('Hammer', '2019-04', 1, 2)])('M5', 'Doji', null)).toBeUndefined()
  })
})
