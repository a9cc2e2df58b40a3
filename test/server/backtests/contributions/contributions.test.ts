import { describe, expect, it } from 'vitest'
import { contributionOf, createVoteTally, type Vote } from '#server/backtests/contributions/contributions.ts'
import { leaveOneOut, withoutSource } from '#server/backtests/contributions/left-out.ts'
import { seededRandom } from '#server/lib/random.ts'
import { ruleOver, sourceOn, strategyBody } from '#test/support/server/strategies.ts'

const HOUR = 3_600_000

describe('leaving one out', () => {
  const parts = strategyBody({
    signal_sources: [
      sourceOn('technical_indicators:m1', { id: 'a' }),
      sourceOn('technical_indicators:m5', { id: 'b' }),
    ],
    confluence_rules: [ruleOver(['a', 'b'], { id: 'both' }), ruleOver(['b'], { id: 'only' })],
  })

  it('[BR-20] a source leaves its rules, which need no more than are left and go with their last', () => {
    const left = withoutSource(parts, 'b')!
    expect(left.signal_sources.map(({ id }) => id)).toEqual(['a'])
    expect(
      left.confluence_rules.map(({ id, source_ids, minimum_sources }) => [id, source_ids, minimum_sources]),
    ).toEqual([['both', ['a'], 1]])
    expect(withoutSource(left, 'a')).toBeUndefined()
  })

  it('[BR-20] each source and each rule in turn', () => {
    expect(leaveOneOut(parts).map(({ kind, id, strategy: left }) => [kind, id, left?.confluence_rules.length])).toEqual(
      [
        ['source', 'a', 2],
        ['source', 'b', 1],
        ['rule', 'both', 1],
        ['rule', 'only', 1],
      ],
    )
    const single = { ...parts, confluence_rules: parts.confluence_rules.slice(0, 1) }
    expect(leaveOneOut(single).at(-1)!.strategy).toBeUndefined()
  })
})

describe('a contribution', () => {
  const part = { kind: 'source' as const, id: 'a', name: 'A' }
  const grow = (by: number) =>
    Array.from({ length: 60 }, (_, day) => 100 * (1 + by) ** (day + 1) * (1 + 0.001 * (day % 2)))
  const own = {
    decisions: [
      { row: 1, side: 'BUY' as const },
      { row: 5, side: 'SELL' as const },
    ],
    trades: 2,
    equity: grow(0.01),
  }

  it('[BR-21] says nothing of a gain whose interval ends beyond all numbers, as few days differ by more than rounding', () => {
    const jumps = new Set([7, 27, 47])
    let worth = 100
    const equity = Array.from({ length: 60 }, (_, day) => (worth *= jumps.has(day) ? 1.05 : 1 + 1e-9 * (day % 2)))
    const without = { decisions: [], trades: 0, equity: equity.map(() => 100) }

    expect(contributionOf(part, { ...own, equity }, without, 100, seededRandom(1)).gain).toBeNull()
  })

  it('[BR-21] says what was earned without it, and which decisions differ', () => {
    const without = {
      decisions: [
        { row: 1, side: 'BUY' as const },
        { row: 5, side: 'BUY' as const },
      ],
      trades: 1,
      equity: grow(0),
    }
    expect(contributionOf(part, own, without, 100, seededRandom(1))).toEqual({
      ...part,
      return: without.equity.at(-1)! / 100 - 1,
      gain: {
        value: expect.closeTo(1.01 ** 60 - 1, 9),
        low: expect.closeTo(1.01 ** 60 - 1, 6),
        high: expect.closeTo(1.01 ** 60 - 1, 6),
      },
      trades: 1,
      shared: 1,
      only_with: 1,
      only_without: 1,
    })
  })

  it('[BR-21] without a rule left there is nothing to compare with, and with few days no interval', () => {
    expect(contributionOf(part, own, undefined, 100, seededRandom(1))).toMatchObject({
      return: null,
      gain: null,
      shared: 0,
      only_with: 2,
      only_without: 0,
    })
    const short = { ...own, equity: own.equity.slice(0, 29) }
    expect(contributionOf(part, short, short, 100, seededRandom(1))).toMatchObject({ gain: null, shared: 2 })
  })
})

describe('votes', () => {
  const sources = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ]

  it('[BR-22] are counted at full hours against the price an hour later, beside chance', () => {
    const tally = createVoteTally(sources)
    const hours: [price: number, votes: Vote[]][] = [
      [100, [1, 1]],
      [101, [1, 0]],
      [100, [-1, 1]],
      [99, [1, -1]],
      [100, [0, -1]],
      [101, [1, 1]],
    ]
    hours.forEach(([price, votes], hour) => {
      tally.add(hour * HOUR, price, votes)
      tally.add(hour * HOUR + 60_000, 1, [1, 1])
    })
    // Five hours have a next one: up, down, down, up, up.
    const { sources: found, pairs } = tally.result()

    expect(found.map(({ source_id, record }) => [source_id, record])).toEqual([
      ['a', { hits: 3, count: 4, chance: expect.closeTo((3 * 0.6 + 0.4) / 4, 12) }],
      ['b', { hits: 1, count: 4, chance: 0.5 }],
    ])
    expect(pairs).toEqual([
      {
        first: 'a',
        second: 'b',
        together: { hits: 1, count: 1, chance: 0.6 },
        only_first: { hits: 0, count: 1, chance: 0.6 },
        only_second: { hits: 0, count: 1, chance: 0.4 },
        opposed: 2,
      },
    ])
  })

  it('[BR-22] an hour without a next one says nothing', () => {
    const tally = createVoteTally(sources)
    tally.add(0, 100, [1, 1])
    tally.add(2 * HOUR, 101, [1, 1])
    expect(tally.result().sources[0]!.record).toEqual({ hits: 0, count: 0, chance: 0 })
  })
})
