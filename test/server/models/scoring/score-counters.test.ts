import { describe, expect, it } from 'vitest'
import {
  emptyCounters,
  hitRateOf,
  countResult,
  countOutcome,
  type ScoreCounters,
} from '#server/models/scoring/score-counters.ts'
import { probabilitiesOf } from '#server/models/scoring/probabilities.ts'
import { signalOf } from '#server/models/scoring/scorer.ts'

const model = { id: 'm1', name: 'Fast', timeframe: 'M1', timestamp: 60, close: 100, latencyMs: 1.23456 } as const

describe('results of a model', () => {
  it.each([
    [[0.7], { up: 0.7, down: 0.3, flat: 0 }],
    [[0.2, 0.8], { down: 0.2, up: 0.8, flat: 0 }],
    [[0.2, 0.5, 0.3], { down: 0.2, flat: 0.5, up: 0.3 }],
    [[1.0004], { up: 1, down: 0, flat: 0 }],
  ])('[ML-42] %j are the probabilities %j', (row, expected) => {
    const found = probabilitiesOf(row)
    if ('problem' in found) throw new Error(found.problem)
    for (const name of ['up', 'down', 'flat'] as const) expect(found[name]).toBeCloseTo(expected[name], 9)
  })

  it.each([[[1.2]], [[-0.1, 1.1]], [[0.5, 0.6]], [[Number.NaN, 1]], [[0.25, 0.25, 0.25, 0.25]], [[]]])(
    '[ML-42] %j are not probabilities',
    (row) => {
      expect(probabilitiesOf(row)).toHaveProperty('problem')
    },
  )

  it.each([
    [{ up: 0.8, down: 0.2, flat: 0 }, 'BUY', 0.8, 0.6],
    [{ up: 0.1, down: 0.6, flat: 0.3 }, 'SELL', 0.6, 0.5],
    [{ up: 0.2, down: 0.3, flat: 0.5 }, 'HOLD', 0.5, 0.1],
    [{ up: 0.5, down: 0.5, flat: 0 }, 'HOLD', 0.5, 0],
  ])('[ML-43] %j is %s', (probabilities, type, confidence, strength) => {
    const signal = signalOf(probabilities, model)
    expect({ ...signal, strength: Math.round(signal.strength * 1e9) / 1e9 }).toEqual({
      signal_type: type,
      confidence,
      strength,
      timeframe: 'M1',
      entry_price: 100,
      stop_loss: null,
      take_profit: null,
      source: 'Fast',
      model_id: 'm1',
      latency_ms: 1.23,
      candle_timestamp: 60,
    })
  })
})

describe('outcome of calls', () => {
  it('[ML-44] a BUY is a hit if the next close is higher, a SELL if it is lower; a HOLD is not counted', () => {
    let tally = emptyCounters(0)
    tally = countOutcome(tally, 'BUY', 100, 101)
    tally = countOutcome(tally, 'BUY', 100, 99)
    tally = countOutcome(tally, 'SELL', 100, 99)
    tally = countOutcome(tally, 'SELL', 100, 100)
    tally = countOutcome(tally, 'HOLD', 100, 150)
    expect(tally).toMatchObject({ calls: 4, hits: 2, ups: 1, downs: 2 })
  })

  it('[ML-44] counts results and latencies', () => {
    const tally = countResult(countResult(emptyCounters(0), 'BUY', 2), 'HOLD', 4)
    expect(tally).toMatchObject({ buys: 1, sells: 0, holds: 1, inferences: 2, latencySumMs: 6, latencyMaxMs: 4 })
  })

  const rate = (sums: Pick<ScoreCounters, 'calls' | 'hits' | 'ups' | 'downs'>) => hitRateOf(sums)

  it('[ML-45] returns the interval, the base rate, and whether there are too few calls', () => {
    expect(rate({ calls: 0, hits: 0, ups: 0, downs: 0 })).toEqual({
      calls: 0,
      hits: 0,
      hit_rate: null,
      base_rate: null,
      too_few: true,
      needed: 30,
    })
    expect(rate({ calls: 29, hits: 29, ups: 29, downs: 0 }).too_few).toBe(true)
    const found = rate({ calls: 100, hits: 60, ups: 55, downs: 40 })
    // Wilson, 95 %: a published example.
    expect(found.hit_rate?.share).toBe(0.6)
    expect(found.hit_rate?.low).toBeCloseTo(0.502, 3)
    expect(found.hit_rate?.high).toBeCloseTo(0.6906, 3)
    expect(found).toMatchObject({ base_rate: 0.55, too_few: false })
  })
})
