import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { TIMEFRAMES } from '#contract/timeframes.ts'
import { createCandleBuilder, type CandleBuilder } from '#server/market/store/builder.ts'
import { foldMinutes, openingOf, ROLLUP_TIMEFRAMES, secondsOf } from '#server/market/store/fold.ts'
import { candleAt, T0_S } from '#test/support/server/market.ts'

const builder = () => createCandleBuilder(() => Infinity)

/** Minutes in rising order with holes, prices with one decimal and volumes with eight, as exchanges give them. */
const minutes = (maxLength: number): fc.Arbitrary<Candle[]> =>
  fc
    .array(
      fc.record({
        gap: fc.oneof(
          { weight: 9, arbitrary: fc.constant(1) },
          { weight: 1, arbitrary: fc.integer({ min: 2, max: 200 }) },
        ),
        open: fc.integer({ min: 500_000, max: 600_000 }),
        up: fc.integer({ min: 0, max: 5_000 }),
        down: fc.integer({ min: 0, max: 5_000 }),
        close: fc.integer({ min: -5_000, max: 5_000 }),
        lots: fc.integer({ min: 0, max: 5_000_000_000 }),
      }),
      { minLength: 1, maxLength },
    )
    .map((rows) => {
      let minute = 0
      return rows.map(({ gap, open, up, down, close, lots }) => {
        minute += gap
        const closes = open + close
        return {
          timestamp: T0_S + minute * 60,
          open: open / 10,
          high: (Math.max(open, closes) + up) / 10,
          low: (Math.min(open, closes) - down) / 10,
          close: closes / 10,
          volume: lots / 1e8,
        }
      })
    })

const everything = (built: CandleBuilder) =>
  Object.fromEntries(
    TIMEFRAMES.map((timeframe) => [
      timeframe,
      [
        ...built.closed(timeframe).slice(0, Infinity),
        ...[built.running(timeframe)].filter((candle) => candle !== undefined),
      ],
    ]),
  )

const foldOf = (candles: readonly Candle[]) =>
  Object.fromEntries(
    TIMEFRAMES.map((timeframe) => [timeframe, timeframe === 'M1' ? candles : foldMinutes(candles, timeframe)]),
  )

describe('roll-ups', () => {
  it('[MK-4] of closed minutes equal the fold of the minutes, on every timeframe', () => {
    fc.assert(
      fc.property(minutes(400), (candles) => {
        const built = builder()
        for (const candle of candles) built.ingest(candle, true)
        expect(everything(built)).toEqual(foldOf(candles))
      }),
      { numRuns: 60 },
    )
  })

  it('[MK-4] include only the latest state of the running minute', () => {
    fc.assert(
      fc.property(minutes(200), fc.nat(1e9), (candles, lots) => {
        const built = builder()
        for (const candle of candles.slice(0, -1)) {
          built.ingest({ ...candle, high: candle.high + 50, volume: lots / 1e8 }, false)
          built.ingest(candle, false)
          built.ingest(candle, true)
        }
        for (const candle of candles.slice(-1)) built.ingest(candle, false)
        expect(everything(built)).toEqual(foldOf(candles))
      }),
      { numRuns: 60 },
    )
  })

  it('[MK-4] are the same whether the minutes came as history, live, or split between the two', () => {
    fc.assert(
      fc.property(minutes(300), fc.nat(300), (candles, at) => {
        const joined = builder()
        for (const candle of candles) joined.ingest(candle, true)
        const split = builder()
        split.seed('M1', candles.slice(0, at))
        for (const candle of candles.slice(at)) split.ingest(candle, true)
        expect(everything(split)).toEqual(everything(joined))
      }),
      { numRuns: 60 },
    )
  })

  it('[MK-5] close with their last minute', () => {
    const built = builder()
    const last = Array.from({ length: 5 }, (_, minute) => built.ingest(candleAt(minute, 100 + minute), true)).at(-1)
    expect(last).toEqual({
      rollups: [
        { timeframe: 'M5', candle: candleAt(0, 100, { high: 106, low: 98, close: 105, volume: 7.5 }), closed: true },
        ...(['M15', 'M30', 'H1', 'H4', 'D1'] as const).map((timeframe) => ({
          timeframe,
          candle: candleAt(0, 100, { high: 106, low: 98, close: 105, volume: 7.5 }),
          closed: false,
        })),
      ],
    })
  })

  it('[MK-5] close with the first minute of a later candle when their last one is absent', () => {
    const built = builder()
    built.ingest(candleAt(3), true)
    const taken = built.ingest(candleAt(6, 200), false)
    expect('rollups' in taken && taken.rollups.slice(0, 2)).toEqual([
      { timeframe: 'M5', candle: candleAt(3, 100, { timestamp: T0_S }), closed: true },
      { timeframe: 'M5', candle: candleAt(6, 200, { timestamp: T0_S + 300 }), closed: false },
    ])
    expect(built.closed('M5').slice(0, 9)).toEqual([candleAt(3, 100, { timestamp: T0_S })])
  })
})

describe('refusals', () => {
  it('[MK-1] [MK-2] returns and counts the reason for a refused minute, and changes nothing', () => {
    const built = createCandleBuilder(() => T0_S + 3600)
    built.ingest(candleAt(10), true)
    const before = everything(built)
    expect([
      built.ingest(candleAt(11, 100, { high: 90 }), true),
      built.ingest(candleAt(11, 100, { volume: Number.NaN }), true),
      built.ingest(candleAt(11, 100, { low: 0 }), false),
      built.ingest(candleAt(11, 100, { open: 1e308, high: Infinity }), false),
      built.ingest(candleAt(11, 100, { volume: -1 }), false),
      built.ingest(candleAt(11, 100, { timestamp: T0_S + 661 }), true),
      built.ingest(candleAt(10, 105), true),
      built.ingest(candleAt(10, 105), false),
      built.ingest(candleAt(9), true),
      built.ingest(candleAt(525_600), true),
    ]).toEqual(
      [
        'incoherent',
        'incoherent',
        'incoherent',
        'incoherent',
        'incoherent',
        'off-grid',
        'duplicate',
        'duplicate',
        'out-of-order',
        'ahead',
      ].map((refused) => ({ refused })),
    )
    expect(built.refused()).toEqual({ incoherent: 5, 'off-grid': 1, duplicate: 2, 'out-of-order': 1, ahead: 1 })
    expect(everything(built)).toEqual(before)
  })

  it('[MK-2] refuses a partial of an earlier minute than the running one', () => {
    const built = builder()
    built.ingest(candleAt(2), false)
    expect(built.ingest(candleAt(1), false)).toEqual({ refused: 'out-of-order' })
    expect(built.running('M1')).toEqual(candleAt(2))
  })
})

describe('history', () => {
  const day = (length: number, from = 0) =>
    Array.from({ length }, (_, minute) => candleAt(from + minute, 100 + (minute % 7)))

  it("[MK-7] uses the source's roll-ups where minutes do not reach back far enough", () => {
    const all = day(600)
    const built = builder()
    built.seed('M1', all.slice(100))
    for (const timeframe of ROLLUP_TIMEFRAMES) {
      const until = openingOf(all.at(-1)!.timestamp + 60, timeframe)
      built.seed(
        timeframe,
        foldMinutes(all, timeframe).filter(({ timestamp }) => timestamp < until),
      )
    }
    const whole = foldOf(all)
    expect(everything(built)).toEqual({ ...whole, M1: all.slice(100) })
  })

  it('[MK-7] merges minutes that arrive after live ones', () => {
    const all = day(500)
    const built = builder()
    for (const candle of all.slice(450)) built.ingest(candle, true)
    built.seed('M1', all.slice(0, 452))
    expect(everything(built)).toEqual(foldOf(all))
  })

  it("[MK-7] keeps the source's roll-ups where later minutes do not fill them", () => {
    const all = day(300)
    const [first, second, third, fourth, fifth] = foldMinutes(all, 'H1')
    const built = builder()
    built.seed('M1', all.slice(290))
    // What the source says of the third hour is contradicted by all of its minutes.
    built.seed('H1', [first!, second!, { ...third!, volume: 0 }, fourth!])
    built.seed('M1', all.slice(100))
    expect(built.closed('H1').slice(0, 9)).toEqual([first, second, third, fourth, fifth])
  })

  it('[MK-7] builds the running candle from minutes, whatever the source reports', () => {
    const all = day(130)
    const built = builder()
    built.seed('M1', all)
    built.seed('H1', [...foldMinutes(all, 'H1').slice(0, 2), candleAt(120, 999)])
    expect(built.running('H1')).toEqual(foldMinutes(all, 'H1').at(-1))
    expect(built.closed('H1').length()).toBe(2)
  })

  it('[MK-1] skips and counts invalid candles of the history', () => {
    const built = builder()
    built.seed('M5', [candleAt(0), candleAt(5, 100, { high: 1 }), candleAt(7), candleAt(10)])
    expect(built.closed('M5').slice(0, 9)).toEqual([candleAt(0), candleAt(10)])
    expect(built.refused()).toEqual({ incoherent: 2, 'off-grid': 0, duplicate: 0, 'out-of-order': 0, ahead: 0 })
  })
})

describe('grid', () => {
  it('[MK-4] is that of UTC days, whatever the timeframe', () => {
    const at = Date.UTC(2026, 0, 5, 15, 47) / 1000
    const times = TIMEFRAMES.map((timeframe) => new Date(openingOf(at, timeframe) * 1000).toISOString().slice(11, 16))
    expect(times).toEqual(['15:47', '15:45', '15:45', '15:30', '15:00', '12:00', '00:00'])
    expect(TIMEFRAMES.map(secondsOf)).toEqual([60, 300, 900, 1800, 3600, 14_400, 86_400])
  })
})
