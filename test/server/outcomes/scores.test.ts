import { describe, expect, it } from 'vitest'
import { SCORE_KINDS, type ScoreQuery } from '#contract/score-card/schema.ts'
import { scoreText } from '#contract/score-card/text.ts'
import type { CaseTally } from '#server/outcomes/tally.ts'
import { scoresOf as scoresOfKinds } from '#server/outcomes/scores.ts'

const tally = (over: Partial<CaseTally>): CaseTally => ({
  pair: 'BTCUSD',
  timeframe: null,
  kind: 'level',
  class: 'Strong',
  month: '2019-06',
  bin: 10,
  count: 0,
  held: 0,
  claimed: 0,
  rising: 0,
  falling: 0,
  randomCount: 0,
  randomHeld: 0,
  ...over,
})

const scoresOf = (all: readonly CaseTally[], query: ScoreQuery = {}) => scoresOfKinds(all, query, SCORE_KINDS)

describe('scores', () => {
  it('[SC-10] are sums by pair, class and month, with the mean claim and the reliability by bin', () => {
    const [levels] = scoresOf([
      tally({ count: 400, held: 200, claimed: 204, randomCount: 100, randomHeld: 47 }),
      tally({ count: 31, held: 12, claimed: 15.81, class: 'Weak', pair: 'ETHUSD', month: '2019-05', bin: 9 }),
    ])
    expect(levels).toMatchObject({
      kind: 'level',
      total: { held: 212, count: 431 },
      pairs: [
        { name: 'BTCUSD', count: 400 },
        { name: 'ETHUSD', count: 31, chance: null },
      ],
      timeframes: [],
      classes: [{ name: 'Strong' }, { name: 'Weak' }],
      months: [{ name: '2019-06' }, { name: '2019-05' }],
      reliability: [
        { claimed: 0.51, held: 12, count: 31 },
        { claimed: 0.51, held: 200, count: 400 },
      ],
    })
    expect(scoreText(levels!.total)).toBe('held 212 of 431 (49 %), claimed 51 %, chance 47 %')
  })

  it('[SC-11] compare patterns and breaks with the candles of their month, timeframe and direction', () => {
    const candles = (month: string, rising: number) =>
      tally({ kind: 'candle', timeframe: 'M5', month, bin: -1, class: '10', count: 100, rising, falling: 90 - rising })
    const of = (month: string, rising: number, falling: number) =>
      tally({ kind: 'pattern', timeframe: 'M5', month, count: rising + falling, rising, falling, claimed: 5, held: 5 })
    const tallies = [candles('2019-05', 60), candles('2019-06', 40), of('2019-05', 10, 0), of('2019-06', 5, 5)]
    const chance = scoresOf(tallies)[1]!.months.map((month) => month.chance)
    expect(chance).toEqual([(5 * 0.4 + 5 * 0.5) / 10, 0.6])
    expect(scoresOf(tallies, { month: '2019-05' })[1]!.total).toMatchObject({ count: 10, chance: 0.6 })
    expect(scoresOf([of('2019-05', 1, 0)])[1]!.total.chance).toBeNull()
  })

  it('[FG-4] [SC-11] compare regimes with how many of the month lasted an hour, of any kind, whatever is asked for', () => {
    const of = (name: string, count: number, held: number) =>
      tally({ kind: 'regime', timeframe: 'M15', class: name, count, held, claimed: count })
    const regimes = [of('bullish', 75, 65), of('ranging', 25, 15)]
    expect(scoresOf(regimes)[2]!.total.chance).toBeCloseTo(0.8)
    expect(scoresOf(regimes, { class: 'ranging' })[2]!.total).toMatchObject({ held: 15, count: 25, chance: 0.8 })
  })

  it('[SC-10] claim nothing for breaks, and say so where there are no cases', () => {
    const [levels, , , breaks] = scoresOf([tally({ kind: 'break', timeframe: 'M5', bin: -1, count: 2, held: 1 })])
    expect(breaks).toMatchObject({ total: { held: 1, count: 2, claimed: null }, reliability: [] })
    expect(scoreText(breaks!.total)).toBe('held 1 of 2 (50 %)')
    expect(scoreText(levels!.total)).toBe('no closed cases yet')
  })
})
