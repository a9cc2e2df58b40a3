import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { STRATEGY } from '#contract/limits.ts'
import { at, NOON, strategyBody } from '#test/support/server/strategies.ts'
import { LIST, startTestStrategyService, type TestStrategyService } from '#test/support/server/strategy-service.ts'
import { minuteOf } from '#test/support/server/strategy-updates.ts'

let harness: TestStrategyService
beforeAll(async () => {
  harness = await startTestStrategyService()
})
afterAll(() => harness.close())
beforeEach(() => harness.reset())

const get = async (path: string) => (await harness.call('trader', 'GET', path)).body

describe('strategy metrics', () => {
  it('[SG-75] performance counts usable new signals, those of five minutes of market time, and all decisions', async () => {
    const id = await harness.created()
    await harness.pass(minuteOf(at(1), 1, { m5: 1 })) // BUY, two new signals
    await harness.pass(minuteOf(at(2), 0.5)) // HOLD, one new signal; the older one is no news
    await harness.pass(minuteOf(at(3), 0)) // HOLD, one new signal that is undecided
    await harness.pass(minuteOf(at(9), -1, { m5: -1 })) // SELL, two new signals

    expect(await get(`${LIST}/${id}/performance`)).toEqual({
      performance: {
        total_signals: 6,
        recent_signals: 2,
        last_decision: {
          timestamp: at(9),
          decision_type: 'SELL',
          why: 'Every rule was met; 2 of 2 sources voted SELL',
        },
        performance_metrics: {
          signals_per_minute: 0.4,
          avg_confidence: 1,
          decisions_generated: 4,
          decision_distribution: { BUY: 25, SELL: 25, HOLD: 50 },
        },
      },
    })
    expect(await get(`${LIST}/${id}`)).toMatchObject({ strategy: { live_performance: { total_signals: 6 } } })
  })

  it('[SG-75] signals are listed newest first, as the strategy read them', async () => {
    const id = await harness.created()
    await harness.pass(minuteOf(at(1), 1, { m5: -0.5 }))
    await harness.pass(minuteOf(at(2), 0.25))
    const m1 = { source_id: 'm1', source_name: 'Source m1', symbol: 'BTCUSD', confidence: 1, timeframe: 'm1' }
    const m5 = { ...m1, source_id: 'm5', source_name: 'Source m5', timeframe: 'm5' }

    expect(await get(`${LIST}/${id}/signals`)).toEqual({
      signals: [
        { ...m1, value: 0.25, strength: 0.25, vote: 'HOLD', timestamp: at(2) },
        { ...m1, value: 1, strength: 1, vote: 'BUY', timestamp: at(1) },
        { ...m5, value: -0.5, strength: 0.5, vote: 'HOLD', timestamp: at(1) },
      ],
    })
    expect(await get(`${LIST}/${id}/signals?limit=1`)).toMatchObject({ signals: [{ timestamp: at(2) }] })
  })

  it('[SG-75] GET …/signals returns 50 by default', async () => {
    const id = await harness.created()
    for (let minute = 1; minute <= 30; minute += 1) await harness.pass(minuteOf(at(minute), 1, { m5: 1 }))
    const { signals } = (await get(`${LIST}/${id}/signals`)) as { signals: unknown[] }

    expect([signals.length, STRATEGY.signalsDefault]).toEqual([50, 50])
  })

  it('[SG-64] the newest decisions are retained, BUY and SELL longer; the counts include all', async () => {
    const id = await harness.created({
      risk_parameters: { ...strategyBody().risk_parameters, signal_cooldown_minutes: 90 },
    })
    const minutes = STRATEGY.maxDecisions + 200
    for (let minute = 1; minute <= minutes; minute += 1) await harness.pass(minuteOf(at(minute), 1, { m5: 1 }))
    const list = async (query: string) =>
      ((await get(`${LIST}/${id}/decisions${query}`)) as { decisions: { timestamp: number }[] }).decisions
    const acts = await list('?type=BUY&limit=500')
    const holds = await list('?type=HOLD&limit=500')

    expect(acts.map(({ timestamp }) => (timestamp - NOON) / 60_000)).toEqual([631, 541, 451, 361, 271, 181, 91, 1])
    expect(holds.at(-1)!.timestamp).toBe(at(minutes - STRATEGY.maxDecisions + 1))
    expect(await get(`${LIST}/${id}/performance`)).toMatchObject({
      performance: { performance_metrics: { decisions_generated: minutes } },
    })
  })

  it("[SG-75] metrics count the user's own strategies and decisions, and describe the evaluator", async () => {
    await harness.created()
    await harness.created({ status: 'testing' })
    await harness.pass(minuteOf(at(1), 1, { m5: 1 }))

    expect(await get('/api/ensemble/metrics')).toEqual({
      strategies: { total: 2, active: 1, paused: 0, stopped: 0, testing: 1 },
      decisions: { BUY: 1, SELL: 0, HOLD: 0 },
      signals: 2,
      evaluator: { evaluations: 1, last_ms: 0, longest_ms: 0, unwritten: 0, failures: 0 },
    })
    expect((await harness.call('other', 'GET', '/api/ensemble/metrics')).body).toMatchObject({
      strategies: { total: 0 },
      decisions: { BUY: 0, SELL: 0, HOLD: 0 },
    })
  })

  it('[SG-75] health reports the progress and unreadable entries', async () => {
    await harness.created()
    const health = { market: 'replay', active_strategies: 1 }
    expect(await get('/api/ensemble/health')).toEqual({
      ...health,
      status: 'warming_up',
      pairs: [{ symbol: 'BTCUSD', evaluated_until: null }],
      errors: [],
    })
    await harness.pass(minuteOf(at(1), 1, { m5: 1 }))
    const evaluated = { ...health, pairs: [{ symbol: 'BTCUSD', evaluated_until: at(1) }] }
    expect(await get('/api/ensemble/health')).toEqual({ ...evaluated, status: 'healthy', errors: [] })
    const key = 'tdp:kraken:BTCUSD:analysis:market_structure'
    await harness.pass({
      pair: 'BTCUSD',
      at: at(1),
      kind: 'initial',
      entries: [{ key, messageId: '1-0', data: { trend: 7 } }],
    })

    expect(await get('/api/ensemble/health')).toEqual({
      ...evaluated,
      status: 'degraded',
      errors: [`entries that could not be read: ${key}`],
    })
  })
})
