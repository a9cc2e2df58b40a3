import { describe, expect, it } from 'vitest'
import type { MarketStructure } from '#contract/payloads/structure.ts'
import { createPairAnalysis, type AnalysisEntry } from '#server/analysis/engine/engine.ts'
import { feed, historyOf, walk } from '#test/support/data/analysis.ts'
import { isOutage, openTimeAt } from '#server/analysis/structure/tracker.ts'

const START = 1_560_038_400
const DAY_S = 86_400
const BEFORE = walk({ count: 1_440, start: START })
const backAfter = (seconds: number, count: number) => {
  const last = BEFORE.at(-1)!
  return walk({ count, seed: 2, start: last.timestamp + 60 + seconds, price: last.close })
}

const structures = (entries: readonly AnalysisEntry[]): MarketStructure[] =>
  entries.flatMap(({ data }) => ('market_phase' in data ? [data] : []))
function afterOutage(seconds: number, count: number) {
  const analysis = createPairAnalysis('BTCUSD')
  analysis.seed(historyOf(BEFORE))
  const before = structures(analysis.current()).at(-1)!
  return { before, after: structures(feed(analysis, backAfter(seconds, count))) }
}

describe('an outage', () => {
  it('[AN-25] is longer than four hours and than fourteen candles', () => {
    const quarterHour = 900
    expect(isOutage('M15', undefined, 9e9)).toBe(false)
    expect(isOutage('M15', 0, quarterHour + 4 * 3_600)).toBe(false)
    expect(isOutage('M15', 0, quarterHour + 4 * 3_600 + quarterHour)).toBe(true)
    expect(isOutage('M1', 0, 60 + 4 * 3_600)).toBe(false)
    expect(isOutage('H4', 0, 15 * 4 * 3_600)).toBe(false)
    expect(isOutage('H4', 0, 16 * 4 * 3_600)).toBe(true)
    expect(openTimeAt('M15', 1_000)).toBe(900)
  })

  it('[AN-25] of eight days leaves nothing of the structure before it', () => {
    const { before, after } = afterOutage(8 * DAY_S, 60)
    expect(before.market_regime.confidence).toBeGreaterThan(0)
    expect(before.structure_breaks.length).toBeGreaterThan(0)
    const end = BEFORE.at(-1)!.timestamp
    for (const structure of after) {
      expect(structure).toMatchObject({
        market_phase: 'neutral',
        market_regime: { confidence: 0, change_probability: 0, strength: 0 },
        regime_confidence: 0,
        trend_strength: 0,
        momentum: 0.5,
      })
      expect(structure.errors.map(({ code }) => code)).toContain('invalid_confidence')
      const times = [...structure.structure_breaks, ...structure.swing_highs, ...structure.swing_lows].map(
        ({ timestamp }) => timestamp,
      )
      expect(times.filter((time) => time <= end)).toEqual([])
      expect(structure.break_of_structure).toBeNull()
      expect(structure.regime_duration).toBeLessThan(3_700)
    }
  })

  it('[AN-25] has a phase again once 28 new candles have closed', () => {
    const { after } = afterOutage(8 * DAY_S, 29 * 15)
    const known = after.findIndex(({ market_phase }) => market_phase !== 'neutral')
    expect(known).toBe(28 * 15 - 1)
  })

  it('[AN-25] of up to four hours changes nothing', () => {
    const { before, after } = afterOutage(4 * 3_600, 1)
    expect(after[0]?.market_phase).toBe(before.market_phase)
    expect(after[0]?.break_of_structure).toEqual(before.break_of_structure)
  })

  it('[AN-25] [AN-55] in the history gives the same as one seen live', () => {
    const past = [...BEFORE, ...backAfter(8 * DAY_S, 90)]
    const live = createPairAnalysis('BTCUSD')
    feed(live, past)
    const seeded = createPairAnalysis('BTCUSD')
    seeded.seed(historyOf(past))
    expect(structures(seeded.current())).toEqual(structures(live.current()))
  })
})
