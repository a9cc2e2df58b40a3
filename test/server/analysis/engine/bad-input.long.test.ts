import { describe, expect, it } from 'vitest'
import type { DataError } from '#contract/payloads/header.ts'
import type { Candle } from '#contract/candles.ts'
import { createPairAnalysis, type AnalysisEntry } from '#server/analysis/engine/engine.ts'
import { feed, flat, notFinite, walk } from '#test/support/data/analysis.ts'

const START = 1_560_038_400
const TEN_HOURS = walk({ count: 600, start: START })

const dataOf = (entries: readonly AnalysisEntry[], name: string) =>
  entries.findLast(({ key }) => key.endsWith(name))?.data as unknown as Record<string, unknown> & {
    errors: DataError[]
  }
const codes = (entries: readonly AnalysisEntry[], name: string) => dataOf(entries, name).errors.map(({ code }) => code)
const allFinite = (entries: readonly AnalysisEntry[]) => entries.flatMap(({ data }) => notFinite(data))

describe('analysis of invalid input', () => {
  it('[AN-60] publishes every payload after one candle, zeroed and with its missing parts', () => {
    const entries = feed(createPairAnalysis('BTCUSD'), TEN_HOURS.slice(0, 1))
    expect(allFinite(entries)).toEqual([])
    expect({
      levels: codes(entries, 'support_resistance'),
      patterns: codes(entries, 'consolidated_patterns'),
      structure: codes(entries, 'market_structure'),
      divergence: codes(entries, 'divergence'),
      cross: codes(entries, 'cross_timeframe_analysis'),
    }).toEqual({
      levels: ['missing_level_arrays', 'invalid_summary', 'invalid_confidence'],
      patterns: ['invalid_summary', 'invalid_summary'],
      structure: ['invalid_confidence', 'invalid_summary'],
      divergence: ['invalid_summary'],
      cross: ['invalid_summary', 'invalid_confidence', 'invalid_summary', 'invalid_summary'],
    })
    expect(dataOf(entries, 'support_resistance')).toMatchObject({
      summary: { overall_confidence: 0, alignment_score: 0, strength_score: 0 },
      support_levels: [],
      resistance_levels: [],
      total_levels: 0,
      dominant_timeframe: null,
    })
  })

  it('[AN-60] assumes normal volatility and reports it while it cannot be ranked', () => {
    const entries = feed(createPairAnalysis('BTCUSD'), TEN_HOURS)
    const unranked = {
      code: 'invalid_summary',
      message: 'Too few candles to rank the volatility: assumed to be normal.',
    }
    expect(dataOf(entries, 'market_structure')).toMatchObject({ volatility_regime: 'normal', errors: [unranked] })
    expect(dataOf(entries, 'consolidated_patterns')).toMatchObject({
      market_context: { volatility: 'normal' },
      errors: [unranked],
    })
    expect(dataOf(entries, 'cross_timeframe_analysis').errors).toEqual([])
  })

  it('[AN-60] reports no errors with enough candles', () => {
    const entries = feed(createPairAnalysis('BTCUSD'), walk({ count: 1_000, start: START }))
    for (const name of [
      'support_resistance',
      'consolidated_patterns',
      'market_structure',
      'divergence',
      'cross_timeframe_analysis',
    ]) {
      expect(codes(entries, name)).toEqual([])
    }
  })

  it.each([
    ['a duplicate minute', (minutes: Candle[]) => [...minutes, minutes.at(-1)!], 'stream_parse_error'],
    ['a minute out of order', (minutes: Candle[]) => [...minutes, minutes.at(-5)!], 'stream_parse_error'],
    [
      'a price that is not a number',
      (minutes: Candle[]) => [...minutes, { ...next(minutes), high: Number.NaN }],
      'parse_error',
    ],
    ['a high below the low', (minutes: Candle[]) => [...minutes, { ...next(minutes), high: 1 }], 'parse_error'],
    [
      'an opening off the minute',
      (minutes: Candle[]) => [...minutes, { ...next(minutes), timestamp: START + 7 }],
      'parse_error',
    ],
    ['an impossible volume', (minutes: Candle[]) => [...minutes, { ...next(minutes), volume: 1e300 }], 'parse_error'],
    ['an infinite volume', (minutes: Candle[]) => [...minutes, { ...next(minutes), volume: Infinity }], 'parse_error'],
  ])('[AN-61] rejects %s, reports it once, and changes nothing else', (_, damage, code) => {
    const good = TEN_HOURS.slice(0, 598)
    const after = TEN_HOURS.slice(598)
    const clean = createPairAnalysis('BTCUSD')
    const cleanEntries = feed(clean, good)
    const damaged = createPairAnalysis('BTCUSD')
    const given = damage(good.slice())
    expect(feed(damaged, given)).toEqual(cleanEntries)
    const [first, second] = after.map((candle) => [candle])
    const reported = damaged.onClose({ candle: first![0]!, rollups: [] })
    const expected = clean.onClose({ candle: first![0]!, rollups: [] })
    expect(codes(reported, 'support_resistance')).toEqual([code])
    expect(reported.map(besidesErrors)).toEqual(expected.map(besidesErrors))
    expect(codes(damaged.onClose({ candle: second![0]!, rollups: [] }), 'support_resistance')).toEqual([])
  })

  it('[AN-61] counts instead of listing many rejected minutes', () => {
    const analysis = createPairAnalysis('BTCUSD')
    feed(analysis, [...TEN_HOURS.slice(0, 100), ...TEN_HOURS.slice(0, 50)])
    const { errors } = dataOf(analysis.onClose({ candle: TEN_HOURS[100]!, rollups: [] }), 'divergence')
    const reported = errors.filter(({ code }) => code === 'stream_parse_error')
    expect(reported).toHaveLength(6)
    expect(reported.at(-1)?.message).toBe('45 more minutes were rejected.')
  })

  it('[AN-62] reports a gap of hours for a day and lowers data quality', () => {
    const analysis = createPairAnalysis('BTCUSD')
    const minutes = walk({ count: 1_800, start: START })
    feed(analysis, minutes.slice(0, 1_440))
    const back = feed(analysis, minutes.slice(1_740, 1_750))
    expect(dataOf(back, 'support_resistance').errors).toEqual([
      { code: 'missing_timestamp', message: '300 minutes are missing from 2019-06-10T00:00:00.000Z on.' },
    ])
    const quality = (entries: readonly AnalysisEntry[]) =>
      (dataOf(entries, 'support_resistance')['confidence'] as { data_quality: number }).data_quality
    expect(quality(back)).toBeCloseTo(1_140 / 1_440, 2)
    expect(allFinite(back)).toEqual([])
  })

  it('[AN-62] reports every gap of the last day and no older one', () => {
    const analysis = createPairAnalysis('BTCUSD')
    const minutes = walk({ count: 4_200, start: START })
    const minutesWithGaps = minutes.filter(
      (_, i) => !(i >= 100 && i < 170) && !(i >= 1_000 && i < 1_090) && !(i >= 1_200 && i < 1_260),
    )
    const gapsAt = (entries: readonly AnalysisEntry[]) =>
      dataOf(entries, 'divergence').errors.map(({ code, message }) => `${code} ${message?.slice(0, 10)}`)
    const within = (from: number, to: number) =>
      minutesWithGaps.filter(({ timestamp }) => timestamp >= START + from * 60 && timestamp < START + to * 60)
    expect(gapsAt(feed(analysis, within(0, 1_300)))).toEqual([
      'missing_timestamp 70 minutes',
      'missing_timestamp 90 minutes',
    ])
    expect(gapsAt(feed(analysis, within(1_300, 170 + 1_440)))).toEqual(['missing_timestamp 90 minutes'])
    expect(gapsAt(feed(analysis, within(170 + 1_440, 1_090 + 1_440)))).toEqual([])
  })

  it.each([
    ['a flat market', flat(1_000, 100)],
    ['no volume at all', walk({ count: 1_000, volume: 0 })],
    ['prices of 1e-8', walk({ count: 1_000, price: 1e-8 })],
    ['prices of 1e8', walk({ count: 1_000, price: 1e8 })],
    [
      'a jump to a thousandth',
      [...walk({ count: 500, start: START }), ...walk({ count: 700, start: START + 30_000, price: 10 })],
    ],
  ])('[AN-63] %s: does not crash or publish a non-finite number', (_, minutes) => {
    const bad = feed(createPairAnalysis('BTCUSD'), minutes).filter((_entry, i) => i % 5 === 0)
    expect(allFinite(bad)).toEqual([])
  })

  it('[AN-63] keeps zones and expected moves above 0 after a fall to a thousandth', () => {
    const minutes = [...walk({ count: 1_500, start: START }), ...walk({ count: 400, start: START + 90_000, price: 10 })]
    const payloads = feed(createPairAnalysis('BTCUSD'), minutes)
    const lows: number[] = []
    const moves: (number | null)[] = []
    for (const { data } of payloads) {
      if ('support_levels' in data) lows.push(...data.support_levels.map(({ zone_bottom }) => zone_bottom))
      if ('patterns' in data)
        moves.push(
          ...Object.values(data.patterns)
            .flat()
            .map((each) => each.expected_move),
        )
      if ('divergences' in data) moves.push(...data.divergences.map((each) => each.expected_move))
      if ('analysis_summary' in data) moves.push(data.analysis_summary.overall_signal.expected_move)
    }
    expect(Math.min(...lows)).toBe(0)
    expect(moves.some((move) => move !== null)).toBe(true)
    expect(moves.filter((move) => move !== null && move <= 0)).toEqual([])
  })

  it('[AN-63] reports that a flat market has no levels', () => {
    const entries = feed(createPairAnalysis('BTCUSD'), flat(1_000, 100))
    expect(codes(entries, 'support_resistance')).toEqual([
      'missing_level_arrays',
      'invalid_summary',
      'invalid_confidence',
    ])
    expect(codes(entries, 'market_structure')).toEqual(['invalid_confidence'])
  })

  it('[AN-63] levels scale with the price', () => {
    const prices = (price: number) => {
      const set = dataOf(feed(createPairAnalysis('BTCUSD'), walk({ count: 1_000, price })), 'support_resistance')
      const levels = [set['support_levels'], set['resistance_levels']].flat() as { price: number }[]
      return levels.map((level) => level.price / price)
    }
    const usual = prices(10_000)
    expect(usual.length).toBeGreaterThan(3)
    prices(1e-8).forEach((price, i) => expect(price).toBeCloseTo(usual[i] ?? 0, 6))
  })
})

function besidesErrors({ key, data }: AnalysisEntry) {
  const { errors, ...rest } = data as unknown as Record<string, unknown>
  return { key, rest, hadErrors: errors !== undefined }
}

function next(minutes: readonly Candle[]): Candle {
  const last = minutes.at(-1)!
  return { ...last, timestamp: last.timestamp + 60 }
}
