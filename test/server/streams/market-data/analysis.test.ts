import { describe, expect, it } from 'vitest'
import { PAIR_IDS } from '#contract/pairs.ts'
import type { Divergence, DivergenceAnalysis } from '#contract/payloads/divergence.ts'
import { analysisKey, indicatorKey } from '#contract/payloads/streams.ts'
import type { Pattern, PatternAnalysis } from '#contract/payloads/patterns.ts'
import { wrap } from '#contract/streams.ts'
import { ANALYSIS_TIMEFRAMES } from '#contract/timeframes.ts'
import { TRACK_RECORDS } from '#server/analysis/track-records/track-records.ts'
import { provenanceAt, publishCurrent } from '#test/support/data/analysed.ts'
import { marketDataApp } from '#test/support/server/market-data.ts'
import { walk } from '#test/support/data/analysis.ts'

/** 2019-06-09 00:00 UTC */
const MIDNIGHT = 1_560_038_400
const minutes = walk({ count: 900, start: MIDNIGHT, seed: 3 })
const endMs = (MIDNIGHT + 900 * 60) * 1000
const place = { message_id: `${endMs + 10}-0`, provenance: provenanceAt(endMs) }

async function published() {
  const harness = await marketDataApp()
  const entries = await publishCurrent(harness.log, minutes)
  const dataOf = (key: string) => entries.find((entry) => entry.key === key)?.data
  return { ...harness, dataOf }
}

const ENDPOINTS = [
  ['support-resistance', 'support_resistance'],
  ['divergence', 'divergence'],
  ['patterns', 'consolidated_patterns'],
  ['cross-timeframe', 'cross_timeframe_analysis'],
] as const

const aDivergence = (timeframe: Divergence['timeframe'], type: Divergence['divergence_type'], strength: number) => ({
  divergence_type: type,
  indicator: 'RSI' as const,
  timeframe,
  strength,
  bias: type.endsWith('bullish') ? ('bullish' as const) : ('bearish' as const),
  expected_move: type.endsWith('bullish') ? 1 : -1,
  from_timestamp: 1,
  to_timestamp: 2,
})

const aPattern = (name: string, bullish: boolean): Pattern => ({
  pattern: name,
  bullish,
  confidence: 0.6,
  expected_move: bullish ? 1 : -1,
  description: `${name}: test`,
  maturity: { formation_stage: 'complete', pattern_reliability: 0.5 },
  timestamp: 1,
})

describe('analysis endpoints', () => {
  it.each(ENDPOINTS)('[SL-20] /%s returns the newest entry of its stream', async (path, subcategory) => {
    const { tdp, dataOf } = await published()
    const payload = dataOf(analysisKey('BTCUSD', subcategory))
    expect(payload).toBeDefined()
    expect(await tdp(`/analysis/${path}/BTCUSD`)).toMatchObject({ status: 200 })
    expect((await tdp(`/analysis/${path}/xbt-usd`)).body).toEqual({ success: true, data: { ...payload, ...place } })
  })

  it('[FG-14] /records returns how often each claim came true', async () => {
    const { tdp } = await published()
    expect((await tdp('/analysis/records')).body).toEqual({ success: true, data: TRACK_RECORDS })
  })

  it('[SL-27] /comprehensive returns everything of the pair, indicators by timeframe', async () => {
    const { tdp, dataOf } = await published()
    const indicators = ANALYSIS_TIMEFRAMES.flatMap((timeframe) => {
      const snapshot = dataOf(indicatorKey('BTCUSD', timeframe))
      return snapshot ? [[timeframe, { ...snapshot, ...place }]] : []
    })
    expect(indicators.length).toBe(5)
    const part = (subcategory: Parameters<typeof analysisKey>[1]) => ({
      ...dataOf(analysisKey('BTCUSD', subcategory)),
      ...place,
    })
    expect((await tdp('/analysis/comprehensive/BTCUSD')).body).toEqual({
      success: true,
      data: {
        trading_pair: 'BTCUSD',
        exchange: 'kraken',
        indicators: Object.fromEntries(indicators),
        support_resistance: part('support_resistance'),
        consolidated_patterns: part('consolidated_patterns'),
        market_structure: part('market_structure'),
        divergence: part('divergence'),
        cross_timeframe_analysis: part('cross_timeframe_analysis'),
      },
    })
  })

  it('[SL-28] timeframes narrows divergences, and their summary', async () => {
    const { log, tdp } = await marketDataApp()
    const [hour, minute] = [aDivergence('H1', 'regular_bearish', 0.5), aDivergence('M1', 'hidden_bullish', 0.9)]
    const all: DivergenceAnalysis = {
      timestamp: 60,
      trading_pair: 'BTCUSD',
      exchange: 'kraken',
      errors: [],
      timeframe: 'H1',
      divergence_type: 'regular_bearish',
      indicator: 'RSI',
      strength: 0.5,
      dominant_pattern: 'regular_bearish',
      bias: 'bearish',
      expected_move: -1,
      divergences: [hour, minute],
    }
    await log.append(analysisKey('BTCUSD', 'divergence'), wrap('Analysis', { ...all }), provenanceAt(60_000))

    expect((await tdp('/analysis/divergence/BTCUSD?timeframes=M1,M5')).body).toMatchObject({
      data: {
        timestamp: 60,
        timeframe: 'M1',
        divergence_type: 'hidden_bullish',
        strength: 0.9,
        dominant_pattern: 'hidden_bullish',
        bias: 'bullish',
        expected_move: 1,
        divergences: [minute],
        message_id: '60010-0',
      },
    })
    expect((await tdp('/analysis/divergence/BTCUSD?timeframes=M5')).body).toMatchObject({
      data: {
        timeframe: null,
        divergence_type: 'none',
        indicator: null,
        strength: 0,
        bias: 'neutral',
        divergences: [],
      },
    })
    expect((await tdp('/analysis/divergence/BTCUSD')).body).toMatchObject({ data: all })
  })

  it('[SL-28] timeframes narrows patterns, and their summary', async () => {
    const { log, tdp } = await marketDataApp()
    const [rise, fall] = [aPattern('Hammer', true), aPattern('Hanging Man', false)]
    const all: PatternAnalysis = {
      timestamp: 60,
      trading_pair: 'BTCUSD',
      exchange: 'kraken',
      errors: [],
      summary: {
        overall_confidence: 0.6,
        alignment_score: 0.5,
        bias_strength: 0.4,
        dominant_timeframe: 'H1',
        market_bias: 'bearish',
      },
      pattern_highlight: null,
      patterns: { M1: [rise], H1: [fall] },
      market_context: null,
    }
    await log.append(analysisKey('BTCUSD', 'consolidated_patterns'), wrap('Analysis', { ...all }), provenanceAt(60_000))
    const { body } = await tdp('/analysis/patterns/BTCUSD?timeframes=m1')

    expect(body).toMatchObject({
      data: {
        summary: {
          overall_confidence: expect.closeTo(0.6, 10),
          alignment_score: 1,
          bias_strength: 1,
          dominant_timeframe: 'M1',
          market_bias: 'bullish',
        },
        pattern_highlight: { pattern_name: 'Hammer', timeframe: 'M1' },
      },
    })
    expect((body as { data: PatternAnalysis }).data.patterns).toEqual({ M1: [rise] })
    expect((await tdp('/analysis/comprehensive/BTCUSD?timeframes=M1')).body).toMatchObject({
      data: { indicators: {}, consolidated_patterns: (body as { data: object }).data },
    })
  })

  it('[SL-24] before the first minute: null and a reason', async () => {
    const { tdp } = await marketDataApp()
    for (const [path] of ENDPOINTS) {
      expect(await tdp(`/analysis/${path}/ETHUSD`)).toMatchObject({
        status: 200,
        body: {
          success: true,
          data: null,
          reason: expect.stringMatching(/^Nothing published yet: .* of ETH\/USD/),
        },
      })
    }
    expect((await tdp('/analysis/comprehensive/ETHUSD')).body).toEqual({
      success: true,
      data: {
        trading_pair: 'ETHUSD',
        exchange: 'kraken',
        indicators: {},
        support_resistance: null,
        consolidated_patterns: null,
        market_structure: null,
        divergence: null,
        cross_timeframe_analysis: null,
      },
      reason: 'Nothing published yet: the analysis of ETH/USD comes with the next closed candle.',
    })
  })

  it.each([
    ['/analysis/patterns/BTCUSD?timeframes=M30', 'Unknown timeframe "M30": there are M1, M5, M15, H1, H4, D1.'],
    ['/analysis/divergence/BTCUSD?timeframes=M1,', 'Unknown timeframe "": there are M1, M5, M15, H1, H4, D1.'],
    ['/analysis/comprehensive/BTCUSD?timeframes=1w', 'Unknown timeframe "1w": there are M1, M5, M15, H1, H4, D1.'],
    ['/analysis/comprehensive/BTCEUR', `Unknown pair "BTCEUR": there are ${PAIR_IDS.join(', ')}.`],
    ['/analysis/cross-timeframe/x', `Unknown pair "x": there are ${PAIR_IDS.join(', ')}.`],
  ])('[SL-25] %s is 400 and lists the valid ones', async (path, error) => {
    const { tdp } = await marketDataApp()
    expect(await tdp(path)).toMatchObject({ status: 400, body: { success: false, error } })
  })
})
