import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { STRATEGY } from '#contract/limits.ts'
import { Deposed } from '#server/cluster/leadership/ports.ts'
import { strategies, strategyDecisions } from '#server/database/schema/strategies.ts'
import { createDecisionStore, type DecisionRow, type DecisionStore } from '#server/strategies/store/decisions.ts'
import { at } from '#test/support/server/strategies.ts'
import { startTestStrategyService, type TestStrategyService } from '#test/support/server/strategy-service.ts'

let harness: TestStrategyService
let store: DecisionStore
let ids: readonly [string, string]
beforeAll(async () => {
  harness = await startTestStrategyService()
  store = createDecisionStore(harness.database, 'replay')
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.reset()
  ids = [await harness.created(), await harness.created({}, 'other')]
})

const row = (strategyId: string, minute: number, given: Partial<DecisionRow> = {}): DecisionRow => ({
  strategyId,
  pair: 'BTCUSD',
  decidedAt: at(minute),
  type: 'HOLD',
  confidence: 0.1 + 0.2,
  strength: 1e-7,
  signals: 2,
  confidenceSum: 1.5,
  evidence: {
    sources: [
      {
        new: true,
        message_id: '1-0',
        as_of: at(minute),
        value: -1 / 3,
        confidence: 5e-324,
        weight: 1.25,
        timeframe: 'm1',
      },
    ],
    minutes_since_act: null,
    acts_today: 0,
  },
  versionNumber: 1,
  ...given,
})
const stored = async () => {
  const rows = await harness.database.db.select().from(strategyDecisions).orderBy(asc(strategyDecisions.decidedAt))
  return rows.map(({ market, ...rest }) => ({ ...rest, isOurs: market === 'replay' }))
}
const totals = async () => {
  const held = await store.totals(ids)
  return ids.map((id) => held.get(id))
}

describe('storing decisions', () => {
  it('[LD-32] stores nothing once another process leads', async () => {
    const deposed = createDecisionStore(harness.database, 'replay', () => Promise.reject(new Deposed()))
    await expect(deposed.append([row(ids[0], 1)])).rejects.toBeInstanceOf(Deposed)
    expect(await stored()).toEqual([])
  })

  it('[SG-61] stores every number exactly', async () => {
    const rows = [row(ids[0], 1), row(ids[0], 2, { type: 'BUY', pair: 'ETHUSD' })]
    await store.append(rows)

    expect(await stored()).toEqual(rows.map((each) => ({ ...each, isOurs: true })))
  })

  it.each(['paused', 'stopped'] as const)('[OP-55] stores no decision of a %s strategy', async (status) => {
    await harness.database.db.update(strategies).set({ status }).where(eq(strategies.id, ids[0]))
    await store.append([row(ids[0], 1), row(ids[1], 1)])

    expect((await stored()).map(({ strategyId }) => strategyId)).toEqual([ids[1]])
  })

  it('[SG-64] counts new decisions once, over all batches', async () => {
    const first = [row(ids[0], 1), row(ids[1], 1, { type: 'SELL' }), row(ids[0], 2, { type: 'BUY' })]
    await store.append(first)
    await store.append([...first, row(ids[0], 3)])

    expect(await totals()).toEqual([
      { BUY: 1, SELL: 0, HOLD: 2, signals: 6, confidenceSum: 4.5 },
      { BUY: 0, SELL: 1, HOLD: 0, signals: 2, confidenceSum: 1.5 },
    ])
    await store.append([])
    expect(await stored()).toHaveLength(4)
  })

  it('[SG-64] keeps the newest of each version, whatever another one decided', async () => {
    const count = STRATEGY.maxDecisions + 20
    const rows = Array.from({ length: count }, (_, index) => row(ids[0], index + 2, { versionNumber: 2 }))
    await store.append([row(ids[0], 1), row(ids[0], 2 + count, { versionNumber: 3 }), ...rows])
    await store.prune(ids[0], 2)

    const left = await stored()
    expect([1, 2, 3].map((version) => left.filter(({ versionNumber }) => versionNumber === version).length)).toEqual([
      1,
      STRATEGY.maxDecisions,
      1,
    ])
  })

  it('[SG-77] skips decisions of deleted strategies', async () => {
    await harness.database.db.delete(strategies).where(eq(strategies.id, ids[1]))
    await store.append([row(ids[0], 1), row(ids[1], 1), row(randomUUID(), 1)])

    expect((await stored()).map(({ strategyId }) => strategyId)).toEqual([ids[0]])
  })

  it('[SG-67] a batch with an invalid decision stores nothing, counts included', async () => {
    await store.append([row(ids[0], 1)])
    const before = await totals()
    await expect(
      store.append([row(ids[0], 2), row(ids[1], 2), row(ids[0], 3, { confidence: Number.NaN })]),
    ).rejects.toThrow(/Failed query/)

    expect([(await stored()).length, await totals()]).toEqual([1, before])
  })
})
