import { describe, expect, it } from 'vitest'
import { crossTimeframeSchema } from '#contract/payloads/cross-timeframe.ts'
import { divergenceAnalysisSchema } from '#contract/payloads/divergence.ts'
import { indicatorSnapshotSchema } from '#contract/payloads/indicators.ts'
import { levelSetSchema } from '#contract/payloads/levels.ts'
import { patternAnalysisSchema } from '#contract/payloads/patterns.ts'
import { processedCandleSchema } from '#contract/payloads/processed-candles.ts'
import { marketStructureSchema } from '#contract/payloads/structure.ts'
import { createPairAnalysis, type AnalysisEntry } from '#server/analysis/engine/engine.ts'
import { foldMinutes } from '#server/market/store/fold.ts'
import { feed, historyOf, notFinite, seeded, walk } from '#test/support/data/analysis.ts'

const START = 1_560_038_400
const MINUTES = walk({ count: 1_500, start: START })
/** Two of three minutes are missing, as on an illiquid market. */
const chance = seeded(5)
const SPARSE = MINUTES.filter(() => chance() < 1 / 3)
const lines = (entries: readonly AnalysisEntry[]) => entries.map((entry) => JSON.stringify(entry))
/** The first entry that differs between two runs, from both. */
function firstDifference(one: readonly AnalysisEntry[], two: readonly AnalysisEntry[]) {
  const [a, b] = [lines(one), lines(two)]
  const at = a.findIndex((line, i) => line !== b[i])
  return at < 0 && a.length === b.length ? undefined : { at, one: a[at], two: b[at] }
}

const SCHEMAS = {
  technical_indicators: indicatorSnapshotSchema,
  processed_candles: processedCandleSchema,
  support_resistance: levelSetSchema,
  consolidated_patterns: patternAnalysisSchema,
  market_structure: marketStructureSchema,
  divergence: divergenceAnalysisSchema,
  cross_timeframe_analysis: crossTimeframeSchema,
}
const schemaOf = (key: string) =>
  Object.entries(SCHEMAS).find(([name]) => key.includes(`:${name}`))?.[1] ?? indicatorSnapshotSchema

describe('analysis of a pair', () => {
  it('[AN-50] publishes payloads that match the contract and are finite', () => {
    for (const { key, data } of feed(createPairAnalysis('BTCUSD'), MINUTES).filter((_, i) => i % 13 === 0)) {
      expect(notFinite(data)).toEqual([])
      expect(schemaOf(key).parse(data)).toEqual(data)
    }
  })

  it('[AN-51] publishes the closed minute, the timeframes it closed and all analyses under their stream keys', () => {
    const analysis = createPairAnalysis('ETHUSD')
    feed(analysis, MINUTES.slice(0, 240))
    expect(feed(analysis, MINUTES.slice(240, 241)).map(({ key }) => key)).toEqual([
      'tdp:kraken:ETHUSD:processed_candles:m1',
      'tdp:kraken:ETHUSD:technical_indicators:m1',
      'tdp:kraken:ETHUSD:analysis:support_resistance',
      'tdp:kraken:ETHUSD:analysis:consolidated_patterns',
      'tdp:kraken:ETHUSD:analysis:market_structure',
      'tdp:kraken:ETHUSD:analysis:divergence',
      'tdp:kraken:ETHUSD:analysis:cross_timeframe_analysis',
    ])
    const whole = createPairAnalysis('ETHUSD')
    const last = feed(whole, MINUTES.slice(0, 240)).slice(-17)
    expect(last.map(({ key }) => key).filter((key) => key.includes('technical_indicators'))).toEqual([
      'tdp:kraken:ETHUSD:technical_indicators:m1',
      'tdp:kraken:ETHUSD:technical_indicators:m5',
      'tdp:kraken:ETHUSD:technical_indicators:m15',
      'tdp:kraken:ETHUSD:technical_indicators:m30',
      'tdp:kraken:ETHUSD:technical_indicators:h1',
      'tdp:kraken:ETHUSD:technical_indicators:h4',
    ])
  })

  it('[AN-51] publishes both candles of a timeframe that a minute after a gap closes', () => {
    const [first, second] = [MINUTES.slice(0, 2), MINUTES.slice(9, 10)]
    const entries = feed(createPairAnalysis('BTCUSD'), [...first, ...second])
    const fives = entries.filter(({ key }) => key === 'tdp:kraken:BTCUSD:processed_candles:m5')
    expect(fives.map(({ data }) => data)).toMatchObject([...foldMinutes(first, 'M5'), ...foldMinutes(second, 'M5')])
    const snapshots = entries.filter(({ key }) => key === 'tdp:kraken:BTCUSD:technical_indicators:m5')
    expect(snapshots.map(({ data }) => 'timestamp' in data && data.timestamp)).toEqual([START, START + 300])
  })

  it.each(['M5', 'M15', 'H1'] as const)('[AN-51] publishes each %s once when few minutes trade', (timeframe) => {
    const published = feed(createPairAnalysis('BTCUSD'), SPARSE)
      .filter(({ key }) => key === `tdp:kraken:BTCUSD:processed_candles:${timeframe.toLowerCase()}`)
      .map(({ data }) => data)
    expect(published.length).toBeGreaterThan(20)
    expect(published).toMatchObject(foldMinutes(SPARSE, timeframe).slice(0, published.length))
  })

  it('[AN-52] produces the same bytes live, with partial candles, and in replay', () => {
    const replay = feed(createPairAnalysis('BTCUSD'), MINUTES)
    const live = feed(createPairAnalysis('BTCUSD'), MINUTES, true)
    expect(replay.length).toBeGreaterThan(10_000)
    expect(firstDifference(live, replay)).toBeUndefined()
  })

  it('[AN-52] produces the same live and in replay across a gap', () => {
    const holed = MINUTES.filter((_, i) => i < 500 || (i >= 507 && i < 800) || i >= 890)
    for (const minutes of [holed, SPARSE]) {
      const live = feed(createPairAnalysis('BTCUSD'), minutes, true)
      expect(firstDifference(live, feed(createPairAnalysis('BTCUSD'), minutes))).toBeUndefined()
    }
  })

  it('[AN-53] does not look ahead: another future changes no past payload', () => {
    const known = MINUTES.slice(0, 1_000)
    const other = walk({ count: 300, seed: 99, price: 12_345, start: START + 1_000 * 60 })
    const past = feed(createPairAnalysis('BTCUSD'), known)
    const all = feed(createPairAnalysis('BTCUSD'), [...known, ...other])
    expect(firstDifference(past, all.slice(0, past.length))).toBeUndefined()
    expect(all.length).toBeGreaterThan(past.length)
  })

  it('[AN-54] publishes every running timeframe of a partial candle without lasting effect', () => {
    const analysis = createPairAnalysis('BTCUSD')
    feed(analysis, MINUTES.slice(0, 300))
    const before = lines(analysis.current())
    const candle = MINUTES[300] ?? MINUTES[0]!
    const entries = analysis.onPartial({
      candle,
      rollups: [{ timeframe: 'M5', candle, closed: false }],
    })
    expect(entries.map(({ key, kind }) => ({ key, kind }))).toEqual([
      { key: 'tdp:kraken:BTCUSD:technical_indicators:m1', kind: 'running' },
      { key: 'tdp:kraken:BTCUSD:technical_indicators:m5', kind: 'running' },
    ])
    expect(lines(analysis.current())).toEqual(before)
  })

  it('[AN-54] ignores a running minute that is not newer than the last closed one', () => {
    const analysis = createPairAnalysis('BTCUSD')
    feed(analysis, MINUTES.slice(0, 300))
    const shown = (index: number) => analysis.onPartial({ candle: MINUTES[index]!, rollups: [] }).length
    expect([298, 299, 300].map(shown)).toEqual([0, 0, 1])
  })

  it('[AN-55] seeded with history, publishes the same as if it had processed it live', () => {
    const lived = createPairAnalysis('BTCUSD')
    feed(lived, MINUTES)
    const seeded = createPairAnalysis('BTCUSD')
    seeded.seed(historyOf(MINUTES))
    expect(seeded.current().map(({ key }) => key)).toEqual(lived.current().map(({ key }) => key))
    expect(lines(seeded.current())).toEqual(lines(lived.current()))
  })

  it('[AN-55] seeds equally at any minute and after gaps', () => {
    const holed = MINUTES.filter((_, i) => i < 800 || i >= 890)
    const pasts = [61, 1_203, 1_499].map((count) => MINUTES.slice(0, count))
    for (const past of [...pasts, holed.slice(0, 801), SPARSE.slice(0, 301), SPARSE.slice(0, 402)]) {
      const lived = createPairAnalysis('BTCUSD')
      feed(lived, past)
      const seededOne = createPairAnalysis('BTCUSD')
      seededOne.seed(historyOf(past))
      expect(lines(seededOne.current())).toEqual(lines(lived.current()))
    }
  })

  it.each(['onClose', 'onPartial'] as const)('[AN-55] ignores a candle of the history that %s reports again', (how) => {
    const [first, second] = [MINUTES.slice(0, 2), MINUTES[9]!]
    const [known, completed] = [first, [second]].map((minutes) => ({
      timeframe: 'M5' as const,
      candle: foldMinutes(minutes, 'M5')[0]!,
      closed: true,
    }))
    const analysis = createPairAnalysis('BTCUSD')
    analysis.seed({ M1: first, M5: [known!.candle] })
    if (how === 'onPartial') analysis.onPartial({ candle: second, rollups: [known!] })
    const rollups = how === 'onPartial' ? [completed!] : [known!, completed!]
    const fives = analysis
      .onClose({ candle: second, rollups })
      .filter(({ key }) => key.endsWith('processed_candles:m5'))
    expect(fives.map(({ data }) => 'timestamp' in data && data.timestamp)).toEqual([completed!.candle.timestamp])
  })

  it('[AN-55] has no entries before the first candle', () => {
    expect(createPairAnalysis('BTCUSD').current()).toEqual([])
  })
})
