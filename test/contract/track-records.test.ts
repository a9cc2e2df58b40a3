import { describe, expect, it } from 'vitest'
import { createRecordBook } from '#contract/track-records/create-book.ts'
import { TRACKED_CLAIMS, type TrackRecords } from '#contract/track-records/schema.ts'
import { classText, compareWithChance, countedText, mergeRecords, recordText } from '#contract/track-records/text.ts'
import { binsFrom, confidenceBin, patternClass } from '#contract/track-records/interval.ts'

const record = (hits: number, count: number, chance: number, edge = 0, error = 0.01) => ({
  hits,
  count,
  chance,
  edge,
  error,
})

describe('the text of a record', () => {
  it('[FG-10] says what came true, of how many cases, against chance', () => {
    expect(recordText(record(832, 1_808, 0.47))).toBe('right in 46 of 100 (1,808 cases), chance 47')
    expect(recordText(record(300, 600, 0.448), 'held')).toBe('held in 50 of 100 (600 cases), chance 45')
  })

  it('[FG-10] says that there are too few cases below 30', () => {
    expect(recordText(record(20, 29, 0.5))).toBe('too few cases for a record (29)')
    expect(recordText(record(15, 30, 0.5))).toBe('right in 50 of 100 (30 cases), chance 50')
  })

  it('[FG-6] gives what was counted, with the interval of 95 %', () => {
    expect(countedText(record(832, 1_808, 0.47))).toBe(
      '46 of 100 came true, 44 to 48 with 95 % confidence, by chance 47',
    )
  })

  it.each([
    ['same', 1_808, 0.019, 0.01],
    ['worse', 1_808, -0.02, 0.01],
    ['better', 1_808, 0.02, 0.01],
    [undefined, 29, 0.2, 0.01],
  ] as const)('[FG-11] compares with chance: %s', (expected, count, edge, error) => {
    expect(compareWithChance({ count, edge, error })).toBe(expected)
  })

  it('[FG-10] of a class says what the next case is expected to do, in words where that is not known to differ from chance', () => {
    // Of those counted 60 of 100 came true: what the other classes say draws that towards chance.
    expect(classText(record(600, 1_000, 0.5, 0.04))).toBe('right in 54 of 100 (1,000 cases), chance 50')
    expect(classText(record(600, 1_000, 0.5, 0.019))).toBe('right as often as by chance (1,000 cases)')
    expect(classText(record(20, 29, 0.5, 0.2), 'held')).toBe('too few cases for a record (29)')
  })

  it('merges classes, weighs chance and edge by their cases, and does not let errors cancel out', () => {
    expect(mergeRecords([record(10, 30, 0.4, 0.04), record(50, 90, 0.6)])).toEqual(record(60, 120, 0.55, 0.01))
    expect(mergeRecords([])).toEqual(record(0, 0, 0, 0, 0))
  })
})

describe('classes', () => {
  it('[FG-1] are tenths of confidence', () => {
    expect([0, 0.05, 0.1, 0.3, 0.59, 0.6, 0.7, 0.999, 1].map(confidenceBin)).toEqual([
      '0-10',
      '0-10',
      '10-20',
      '30-40',
      '50-60',
      '60-70',
      '70-80',
      '90-100',
      '90-100',
    ])
    expect(binsFrom(0.75)).toEqual(['70-80', '80-90', '90-100'])
  })

  it('[FG-1] distinguish the stages of chart patterns only', () => {
    expect([
      patternClass('Double Top', 'forming'),
      patternClass('Hammer', 'confirmed'),
      patternClass('Double Top', undefined),
    ]).toEqual(['Double Top forming', 'Hammer', 'Double Top'])
  })
})

const months = { BTCUSD: 'BTCUSD 2019-04', ETHUSD: 'ETHUSD 2019-05' }
const RECORDS: TrackRecords = {
  version: 2,
  months: {
    pattern: [months.BTCUSD, months.ETHUSD],
    pattern_confidence: [],
    divergence: [],
    indicators: [],
    pattern_bias: [],
    cross_timeframe: [],
    trend: [],
    level_position: [],
    phase: [],
    level: [months.BTCUSD],
  },
  groups: [
    {
      claim: 'pattern',
      pair: 'BTCUSD',
      timeframe: 'H1',
      coin: 0.49,
      classes: { Hammer: record(60, 100, 0.5), Harami: record(2, 4, 0.5) },
    },
    {
      claim: 'pattern',
      pair: null,
      timeframe: 'H1',
      coin: 0.48,
      classes: { Hammer: record(90, 200, 0.5), Harami: record(30, 60, 0.5) },
    },
    { claim: 'pattern', pair: null, timeframe: 'M1', coin: 0.47, classes: { Doji: record(90, 200, 0.5) } },
    { claim: 'level', pair: 'BTCUSD', timeframe: null, coin: null, classes: { Weak: record(40, 100, 0.46) } },
  ],
}

describe('a book of records', () => {
  const { find, knows } = createRecordBook(RECORDS)
  const pattern = { claim: 'pattern', pair: 'BTCUSD', timeframe: 'H1' } as const

  it('[FG-12] finds the record of the pair with its months', () => {
    expect(find({ ...pattern, class: 'Hammer' })).toEqual({
      record: record(60, 100, 0.5),
      scope: 'pair',
      months: [months.BTCUSD],
      coin: 0.49,
    })
    expect(find({ claim: 'level', pair: 'BTCUSD', class: 'Weak' })?.record).toEqual(record(40, 100, 0.46))
  })

  it('[FG-12] falls back to all pairs with too few cases, or without a known pair', () => {
    const all = { record: record(30, 60, 0.5), scope: 'all pairs', months: RECORDS.months.pattern, coin: 0.48 }
    expect(find({ ...pattern, class: 'Harami' })).toEqual(all)
    expect(find({ ...pattern, pair: undefined, class: 'Harami' })).toEqual(all)
  })

  it('[FG-13] has none for a pair on which nothing was counted', () => {
    expect(find({ ...pattern, pair: 'SOLUSD', class: 'Hammer' })).toBeUndefined()
    expect([knows('BTCUSD'), knows('SOLUSD')]).toEqual([true, false])
  })

  it('[FG-12] never takes another timeframe, nor a name of Object', () => {
    expect(find({ ...pattern, class: 'Doji' })).toBeUndefined()
    expect(find({ ...pattern, class: 'toString' })).toBeUndefined()
  })

  it('answers for every claim', () => {
    expect(TRACKED_CLAIMS.map((claim) => find({ claim, pair: 'XRPUSD', class: 'none' }))).toEqual(
      TRACKED_CLAIMS.map(() => undefined),
    )
  })
})
