import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  decisionResponseSchema,
  decisionSchema,
  decisionsResponseSchema,
  evaluateResponseSchema,
  whyResponseSchema,
  type PastDecision,
} from '#contract/strategies/decisions.ts'
import { strategyDecisions } from '#server/database/schema/strategies.ts'
import { decideFromTrace } from '#server/strategies/evaluator/decide.ts'
import { storedEvidenceSchema } from '#server/strategies/store/evidence.ts'
import { at, NOON, strategyBody } from '#test/support/server/strategies.ts'
import { LIST, startTestStrategyService, type TestStrategyService } from '#test/support/server/strategy-service.ts'
import { minuteOf } from '#test/support/server/strategy-updates.ts'

let harness: TestStrategyService
/** A price that rises by a dollar a minute from 8,000 at noon; the stored minutes begin at minute 2. */
const closes = (from: number, until: number) =>
  Array.from({ length: 200 }, (_, n) => ({ at: at(n + 2), price: 8_002 + n })).filter(
    (point) => point.at >= from && point.at <= until,
  )
beforeAll(async () => {
  harness = await startTestStrategyService({ streams: { prices: (_, from, until) => closes(from, until) } })
})
afterAll(() => harness.close())
beforeEach(() => harness.reset())

const get = async <T extends z.ZodMiniType>(schema: T, id: string, rest: string): Promise<z.infer<T>> => {
  const { status, body } = await harness.call('trader', 'GET', `${LIST}/${id}${rest}`)
  expect([rest, status]).toEqual([rest, 200])
  return z.parse(schema, body)
}
const decisionsOf = async (id: string, query = ''): Promise<readonly PastDecision[]> =>
  (await get(decisionsResponseSchema, id, `/decisions${query}`)).decisions
const reported = async (id: string) =>
  (await decisionsOf(id)).toReversed().map(({ timestamp, decision_type: type }) => [(timestamp - NOON) / 60_000, type])

describe('decisions', () => {
  it("[SG-60] come with new entries of the strategy's streams, newest first, and the newest alone", async () => {
    const id = await harness.created()
    expect(await get(decisionResponseSchema, id, '/decision')).toEqual({ decision: null })
    await harness.pass(minuteOf(at(1), 1, { m5: 1 }))
    await harness.pass(minuteOf(at(2), 0.1))

    const buy = { symbol: 'BTCUSD', decision_type: 'BUY', confidence: 1, strength: 1 }
    const decisions = await decisionsOf(id)
    expect(decisions[1]).toMatchObject({ id: `BTCUSD-${at(1)}`, timestamp: at(1), ...buy })
    expect(decisions.map(({ decision_type }) => decision_type)).toEqual(['HOLD', 'BUY'])
    const newest = z.parse(decisionSchema, decisions[0])
    expect(await get(decisionResponseSchema, id, '/decision')).toEqual({ decision: newest })
    expect(await decisionsOf(id, '?type=BUY')).toEqual([decisions[1]])
    expect(await decisionsOf(id, '?limit=1')).toEqual([decisions[0]])
  })

  it('[SG-86] come with the price then and 15 and 60 minutes later, and the prices since the oldest', async () => {
    const id = await harness.created()
    for (const minute of [1, 3, 50]) await harness.pass(minuteOf(at(minute), 1, { m5: 1 }))
    harness.clock.market = at(70)
    const { decisions, prices } = await get(decisionsResponseSchema, id, '/decisions')

    expect(decisions.map(({ price, later }) => [price, ...later.map(({ change }) => change)])).toEqual([
      [8_050, 100 * (8_065 / 8_050 - 1), null],
      [8_003, 100 * (8_018 / 8_003 - 1), 100 * (8_063 / 8_003 - 1)],
      [null, null, null],
    ])
    expect([prices[0], prices.at(-1), prices.length]).toEqual([
      { at: at(2), price: 8_002 },
      { at: at(70), price: 8_070 },
      69,
    ])
  })

  it('[SG-86] are limited to the last hours of market time', async () => {
    const id = await harness.created()
    for (const minute of [1, 50, 70]) await harness.pass(minuteOf(at(minute), 1, { m5: 1 }))
    expect((await decisionsOf(id, '?hours=1')).map(({ timestamp }) => timestamp)).toEqual([at(70), at(50)])
  })

  it('[SG-60] of active strategies only; a resumed one continues its cooldown', async () => {
    const id = await harness.created()
    const status = (to: string) => harness.call('trader', 'PATCH', `${LIST}/${id}/status?status=${to}`)
    await harness.pass(minuteOf(at(1), 1, { m5: 1 }))
    await status('paused')
    await harness.pass(minuteOf(at(2), 1, { m5: 1 }))
    await status('active')
    await harness.pass(minuteOf(at(3), 1, { m5: 1 }))
    await harness.pass(minuteOf(at(6), 1, { m5: 1 }))
    await status('stopped')
    await harness.pass(minuteOf(at(12), 1, { m5: 1 }))

    expect(await reported(id)).toEqual([
      [1, 'BUY'],
      [3, 'HOLD'],
      [6, 'BUY'],
    ])
  })

  it('[SG-60] not of testing strategies, and not of a pair without a market', async () => {
    const testing = await harness.created({ status: 'testing' })
    const ether = await harness.created({ symbols: ['ETHUSD'] })
    await harness.pass(minuteOf(at(1), 1, { m5: 1 }))

    expect([await reported(testing), await reported(ether)]).toEqual([[], []])
  })

  it('[SG-62] cooldown, daily count and decisions survive a restart', async () => {
    const id = await harness.created({
      risk_parameters: { ...strategyBody().risk_parameters, max_daily_trades: 2, signal_cooldown_minutes: 3 },
    })
    await harness.pass(minuteOf(at(1), 1, { m5: 1 }))
    await harness.restart()
    await harness.pass(minuteOf(at(2), 1, { m5: 1 }))
    await harness.pass(minuteOf(at(4), -1, { m5: -1 }))
    await harness.restart()
    await harness.pass(minuteOf(at(10), 1, { m5: 1 }))

    expect(await reported(id)).toEqual([
      [1, 'BUY'],
      [2, 'HOLD'],
      [4, 'SELL'],
      [10, 'HOLD'],
    ])
  })

  it('[SG-62] a restarted replay does not see its future and counts nothing twice', async () => {
    const id = await harness.created()
    await harness.pass(minuteOf(at(1), 1, { m5: 1 }))
    await harness.pass(minuteOf(at(2), 1, { m5: 1 }))
    harness.clock.market = at(0)
    await harness.restart()
    expect(await reported(id)).toEqual([])
    await harness.pass(minuteOf(at(1), 1, { m5: 1 }))

    expect(await reported(id)).toEqual([[1, 'BUY']])
    const { body } = await harness.call('trader', 'GET', `${LIST}/${id}/performance`)
    expect(body).toMatchObject({ performance: { performance_metrics: { decisions_generated: 2 } } })
  })

  it('[SG-63] signals of another publisher for the same minute cause a decision of their own, just after it', async () => {
    const id = await harness.created()
    await harness.pass(minuteOf(at(1), 0.1, { m5: 1 }))
    await harness.pass(minuteOf(at(1), 1))

    expect((await decisionsOf(id)).map(({ timestamp, decision_type: type }) => [timestamp - at(1), type])).toEqual([
      [1, 'BUY'],
      [0, 'HOLD'],
    ])
  })

  it('[SG-61] why: the trace reproduces the stored decision, and a HOLD has a nearest miss', async () => {
    const id = await harness.created()
    await harness.pass(minuteOf(at(1), 1, { m5: 1 }))
    await harness.pass(minuteOf(at(7), 0.5, { m5: 1 }))

    for (const decision of await decisionsOf(id)) {
      const why = await get(whyResponseSchema, id, `/decisions/${decision.id}/why`)
      const { decision_type, confidence, strength } = decision
      expect(why.decision).toEqual(z.parse(decisionSchema, decision))
      expect(decideFromTrace(why.trace)).toEqual({ decision_type, confidence, strength })
      expect(why.nearest_miss).toEqual(
        decision_type === 'BUY'
          ? null
          : {
              toward: 'BUY',
              sentence: 'For a BUY "Source m1" needed a strength of 0.60 towards BUY (it was 0.50).',
              changes: [{ kind: 'signal', source_id: 'm1', value: 0.6, confidence: 1, age_seconds: 0 }],
            },
      )
    }
  })

  it.each(['none', 'BTCUSD-1', 'ETHUSD-1560340860000', 'BTCUSD-x', 'BTCUSD-1e3'])(
    '[SG-61] why of %s, which was never decided: 404',
    async (decisionId) => {
      const id = await harness.created()
      await harness.pass(minuteOf(at(1), 1, { m5: 1 }))
      expect(await harness.call('trader', 'GET', `${LIST}/${id}/decisions/${decisionId}/why`)).toEqual({
        status: 404,
        body: { detail: 'Decision not found' },
      })
    },
  )

  it.each(['?limit=0', '?limit=501', '?limit=x', '?limit=1.5'])('[SG-72] rejects a list with %s', async (query) => {
    const id = await harness.created()
    for (const list of ['decisions', 'signals']) {
      expect(await harness.call('trader', 'GET', `${LIST}/${id}/${list}${query}`)).toEqual({
        status: 400,
        body: { detail: 'limit: must be a whole number from 1 to 500' },
      })
    }
  })
})

describe('decisions from before the cadence of streams was recorded', () => {
  it('[SG-42] B12 are explained by the ages they were made with', async () => {
    const id = await harness.created()
    await harness.pass(minuteOf(at(1), 1, { m5: 1 }))
    await harness.pass(minuteOf(at(7), 1))
    const rows = await harness.database.db.select().from(strategyDecisions)
    for (const { decidedAt, evidence } of rows) {
      const { sources, ...rest } = z.parse(storedEvidenceSchema, evidence)
      const older = { ...rest, sources: sources.map((source) => ({ ...source, cadence_seconds: undefined })) }
      await harness.database.db
        .update(strategyDecisions)
        .set({ evidence: older })
        .where(eq(strategyDecisions.decidedAt, decidedAt))
    }
    const { body } = await harness.call('trader', 'GET', `${LIST}/${id}/decisions/BTCUSD-${at(7)}/why`)
    const { trace } = z.parse(whyResponseSchema, body)

    expect(trace.sources.map(({ age_seconds, discarded }) => [age_seconds, discarded])).toEqual([
      [0, null],
      [360, 'too_old'],
    ])
  })
})

describe('POST …/evaluate', () => {
  const look = async (id: string) => {
    const { status, body } = await harness.call('trader', 'POST', `${LIST}/${id}/evaluate`)
    expect(status).toBe(200)
    return z.parse(evaluateResponseSchema, body)
  }

  it('[SG-74] returns a reason without entries', async () => {
    const id = await harness.created()
    expect(await look(id)).toEqual({
      success: true,
      strategy_id: id,
      decision: null,
      trace: null,
      nearest_miss: null,
      reason: "None of this strategy's streams of BTC/USD has an entry yet.",
    })
  })

  it('[SG-74] decides on the newest entries in any status, and stores nothing', async () => {
    const id = await harness.created({ status: 'stopped' })
    await harness.pass(minuteOf(at(1), -1, { m5: -1 }))
    harness.clock.market = at(1) + 20_000
    const { decision, trace, nearest_miss } = await look(id)

    expect(decision).toMatchObject({ decision_type: 'SELL', timestamp: at(1) + 20_000 })
    expect([trace?.sources[0]?.age_seconds, nearest_miss]).toEqual([20, null])
    expect(await harness.database.db.select().from(strategyDecisions)).toEqual([])
  })

  it('[SG-74] respects the cooldown and does not change it', async () => {
    const id = await harness.created()
    await harness.pass(minuteOf(at(1), 1, { m5: 1 }))
    harness.clock.market = at(2)

    expect(await look(id)).toMatchObject({
      decision: { decision_type: 'HOLD' },
      nearest_miss: { sentence: 'For a BUY the last decision had to be 5 min ago (it was 1 min).' },
    })
    await harness.pass(minuteOf(at(6), 1, { m5: 1 }))
    expect(await reported(id)).toEqual([
      [1, 'BUY'],
      [6, 'BUY'],
    ])
  })
})
