import { describe, expect, it } from 'vitest'
import { trackRecordsSchema } from '#contract/track-records/schema.ts'
import { TRACK_RECORDS } from '#server/analysis/track-records/track-records.ts'
import type { TrackedCase } from '#research/records/case.ts'
import { isFitMonth } from '#research/records/fit-months.ts'
import { createTally } from '#research/records/tally.ts'

const hammer = (isHit: boolean, chance = 0.5): TrackedCase => ({
  claim: 'pattern',
  timeframe: 'H1',
  class: 'Hammer',
  isHit,
  chance,
})
const weak: TrackedCase = { claim: 'level', timeframe: null, class: 'Weak', isHit: true, chance: 0.46 }

describe('the tally of records', () => {
  it('[FG-1] counts by claim, pair, timeframe and class, and for all pairs', () => {
    const tally = createTally()
    tally.add('BTCUSD', '2019-04', [hammer(true, 0.4), hammer(false, 0.5), weak])
    tally.add('ETHUSD', '2019-05', [hammer(true, 0.6)])
    expect(tally.result().groups).toEqual([
      { claim: 'pattern', pair: null, timeframe: 'H1', classes: { Hammer: { hits: 2, count: 3, chance: 0.5 } } },
      { claim: 'pattern', pair: 'BTCUSD', timeframe: 'H1', classes: { Hammer: { hits: 1, count: 2, chance: 0.45 } } },
      { claim: 'pattern', pair: 'ETHUSD', timeframe: 'H1', classes: { Hammer: { hits: 1, count: 1, chance: 0.6 } } },
      { claim: 'level', pair: null, timeframe: null, classes: { Weak: { hits: 1, count: 1, chance: 0.46 } } },
      { claim: 'level', pair: 'BTCUSD', timeframe: null, classes: { Weak: { hits: 1, count: 1, chance: 0.46 } } },
    ])
  })

  it('[FG-5] leaves out the months that a claim was fitted on, and lists the others', () => {
    const tally = createTally()
    tally.add('BTCUSD', '2018-03', [hammer(true), weak])
    tally.add('BTCUSD', '2018-04', [hammer(true), weak])
    const { groups, months } = tally.result()
    expect(groups.map(({ claim, classes }) => [claim, Object.values(classes)[0]?.count])).toEqual([
      ['pattern', 1],
      ['pattern', 1],
    ])
    expect([months.pattern, months.level]).toEqual([['BTCUSD 2018-04'], []])
  })
})

describe('the stored records', () => {
  it('[FG-5] match the contract, with no month that their claim was fitted on', () => {
    expect(trackRecordsSchema.safeParse(TRACK_RECORDS).success).toBe(true)
    for (const [claim, months] of Object.entries(TRACK_RECORDS.months)) {
      expect(months.length).toBeGreaterThan(0)
      expect(months.filter((month) => isFitMonth(claim as keyof typeof TRACK_RECORDS.months, month))).toEqual([])
    }
  })

  it('[FG-1] have possible counts and chances', () => {
    const all = TRACK_RECORDS.groups.flatMap(({ classes }) => Object.values(classes))
    expect(all.filter(({ hits, count }) => hits > count || count < 1)).toEqual([])
  })
})
