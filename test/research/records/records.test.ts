import { describe, expect, it } from 'vitest'
import { TRACKED_CLAIMS, trackRecordsSchema } from '#contract/track-records/schema.ts'
import { isFitMonth } from '#research/records/fit-months.ts'
import { recordsOf } from '#research/records/records-of.ts'
import { TRACK_RECORDS } from '#server/analysis/track-records/track-records.ts'
import type { CaseTally } from '#server/outcomes/tally.ts'

const NONE = { held: 0, claimed: 0, rising: 0, falling: 0, randomCount: 0, randomHeld: 0 }
const BTC = { pair: 'BTCUSD', month: '2019-04' } as const
const ETH = { pair: 'ETHUSD', month: '2019-06' } as const
type Month = Pick<CaseTally, 'pair' | 'month'>
const hammers = (month: Month, held: number, count: number): CaseTally => ({
  ...NONE,
  ...month,
  kind: 'pattern',
  timeframe: 'H1',
  class: 'Hammer',
  bin: 10,
  held,
  count,
  rising: count,
})
/** Of ten candles `rising` were below the tenth close after them. */
const candles = (month: Month, rising: number): CaseTally => ({
  ...NONE,
  ...month,
  kind: 'candle',
  timeframe: 'H1',
  class: '10',
  bin: -1,
  count: 10,
  rising,
})
const weak = (month: Month): CaseTally => ({
  ...NONE,
  ...month,
  kind: 'level',
  timeframe: null,
  class: 'Weak',
  bin: 10,
  held: 1,
  count: 1,
  randomCount: 50,
  randomHeld: 23,
})

const of = (claim: string, pair: string | null, timeframe: string | null, coin: number | null, record: object) => ({
  claim,
  pair,
  timeframe,
  coin,
  classes: [record],
})

describe('the records', () => {
  it('[FG-1] count by claim, pair, timeframe and class, and for all pairs', () => {
    const tallies = [hammers(BTC, 1, 2), candles(BTC, 4), weak(BTC), hammers(ETH, 1, 1), candles(ETH, 7)]
    const counted = recordsOf(tallies).groups.map(({ classes, ...group }) => ({
      ...group,
      classes: Object.entries(classes).map(([name, { hits, count, chance }]) => ({ name, hits, count, chance })),
    }))
    expect(counted).toEqual([
      of('pattern', null, 'H1', 0.275, { name: 'Hammer', hits: 2, count: 3, chance: 0.5 }),
      of('pattern', 'BTCUSD', 'H1', 0.2, { name: 'Hammer', hits: 1, count: 2, chance: 0.4 }),
      of('pattern', 'ETHUSD', 'H1', 0.35, { name: 'Hammer', hits: 1, count: 1, chance: 0.7 }),
      of('level', null, null, null, { name: 'Weak', hits: 1, count: 1, chance: 0.46 }),
      of('level', 'BTCUSD', null, null, { name: 'Weak', hits: 1, count: 1, chance: 0.46 }),
    ])
  })

  it('[FG-4] have no class of which chance is not known', () => {
    expect(recordsOf([hammers(BTC, 1, 2)]).groups).toEqual([])
  })

  it('[FG-5] leave out the months that a claim was fitted on, and list the others', () => {
    const ofMonth = (month: Month) => [hammers(month, 1, 1), candles(month, 5), weak(month)]
    const { groups, months } = recordsOf(['2018-03', '2018-04'].flatMap((month) => ofMonth({ pair: 'BTCUSD', month })))
    expect(groups.map(({ claim, classes }) => [claim, Object.values(classes)[0]?.count])).toEqual([
      ['pattern', 2],
      ['pattern', 2],
      ['level', 1],
      ['level', 1],
    ])
    expect([months.pattern.length, months.level]).toEqual([2, ['BTCUSD 2018-04']])
  })
})

describe('the stored records', () => {
  it('[FG-5] match the contract, with no month that their claim was fitted on', () => {
    expect(trackRecordsSchema.safeParse(TRACK_RECORDS).success).toBe(true)
    for (const claim of TRACKED_CLAIMS) {
      const months = TRACK_RECORDS.months[claim]
      expect(months.length).toBeGreaterThan(0)
      expect(months.filter((month) => isFitMonth(claim, month))).toEqual([])
    }
  })

  it('[FG-1] have possible counts and chances', () => {
    const all = TRACK_RECORDS.groups.flatMap(({ classes }) => Object.values(classes))
    expect(all.filter(({ hits, count }) => hits > count || count < 1)).toEqual([])
  })
})
