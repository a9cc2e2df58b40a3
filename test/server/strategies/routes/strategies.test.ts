import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import * as z from 'zod/mini'
import { storedStrategySchema, type CustomStrategy } from '#contract/strategies/definition.ts'
import { createdStrategySchema } from '#contract/strategies/responses.ts'
import { versionResponseSchema } from '#contract/strategies/versions.ts'
import { anyAcceptedStrategy } from '#test/support/data/any-strategy.ts'
import { STRATEGY_STATUSES, type StrategyStatus } from '#contract/strategies/names.ts'
import { strategyDecisions, strategies as table } from '#server/database/schema/strategies.ts'
import { at, strategyBody } from '#test/support/server/strategies.ts'
import { LIST, startTestStrategyService, type TestStrategyService } from '#test/support/server/strategy-service.ts'
import { minuteOf } from '#test/support/server/strategy-updates.ts'

let harness: TestStrategyService
beforeAll(async () => {
  harness = await startTestStrategyService()
})
afterAll(() => harness.close())
beforeEach(() => harness.reset())

const get = (id: string, rest = '', as = 'trader') => harness.call(as, 'GET', `${LIST}/${id}${rest}`)
const setStatus = (id: string, status: string, as = 'trader') =>
  harness.call(as, 'PATCH', `${LIST}/${id}/status?status=${status}`)

const NOTHING = {
  total_signals: 0,
  recent_signals: 0,
  last_decision: null,
  performance_metrics: {
    signals_per_minute: 0,
    avg_confidence: null,
    decisions_generated: 0,
    decision_distribution: { BUY: 0, SELL: 0, HOLD: 0 },
  },
}

describe('strategies', () => {
  it("[SG-70] the list contains the user's own, newest first, with counts", async () => {
    const first = await harness.created({ name: 'First' })
    const second = await harness.created({ name: 'Second', status: 'testing' })
    await harness.created({}, 'other')

    const { status, body } = await harness.call('trader', 'GET', LIST)
    expect([status, body]).toEqual([
      200,
      {
        strategies: [
          {
            id: second,
            name: 'Second',
            description: 'One and five minutes on the same side',
            exchanges: ['kraken'],
            symbols: ['BTCUSD'],
            status: 'testing',
            version_number: 1,
            signal_sources: 2,
            confluence_rules: 1,
            created_at: harness.clock.now - 1,
          },
          expect.objectContaining({ id: first, name: 'First', created_at: harness.clock.now - 2 }),
        ],
      },
    ])
  })

  it('[SG-70] returns a complete strategy; the unit defaults to dollars', async () => {
    const id = await harness.created()
    const { id: _, ...definition } = strategyBody()

    expect(await get(id)).toEqual({
      status: 200,
      body: {
        strategy: {
          ...definition,
          id,
          version_number: 1,
          risk_parameters: { ...definition.risk_parameters, max_position_unit: 'usd' },
          created_at: harness.clock.now,
          updated_at: harness.clock.now,
          created_by: harness.ids.get('trader'),
          backtest_results: null,
          live_performance: NOTHING,
        },
      },
    })
  })

  it('[SG-72] a strategy from before a bound existed is still listed and exported', async () => {
    const id = await harness.created()
    const definition = strategyBody({
      risk_parameters: { stop_loss_percentage: 99_999, max_position_size: Number.MAX_SAFE_INTEGER },
    })
    await harness.database.db.update(table).set({ definition }).where(eq(table.id, id))

    expect((await harness.call('trader', 'GET', LIST)).body).toMatchObject({ strategies: [{ id }] })
    expect((await get(id, '/export')).body).toMatchObject({ risk_parameters: { stop_loss_percentage: 99_999 } })
  })

  const CHANGES: readonly [StrategyStatus, StrategyStatus, boolean][] = STRATEGY_STATUSES.flatMap((from) =>
    STRATEGY_STATUSES.map((to): [StrategyStatus, StrategyStatus, boolean] => [
      from,
      to,
      from === to ||
        (from === 'active' && (to === 'paused' || to === 'stopped')) ||
        (from === 'paused' && (to === 'active' || to === 'stopped')),
    ]),
  )
  it.each(CHANGES)('[SG-76] from %s to %s: allowed %s', async (from, to, isAllowed) => {
    const id = await harness.created({ status: from })
    const answer = await setStatus(id, to)

    expect(answer).toEqual(
      isAllowed
        ? { status: 200, body: { success: true, status: to, strategy_id: id } }
        : { status: 409, body: { detail: `A ${from} strategy cannot become ${to}.` } },
    )
    expect(await get(id)).toMatchObject({ body: { strategy: { status: isAllowed ? to : from } } })
  })

  it.each([
    ['active', 'active', 65_000, 200],
    ['paused', 'paused', 65_000, 200],
    ['active', 'active', 65_001, 409],
    ['paused', 'paused', 65_001, 409],
    ['active', 'testing', 0, 409],
  ] as const)('[SG-87] from %s, a stop becomes %s after %i ms with %i', async (from, to, ms, expected) => {
    const id = await harness.created({ status: from })
    await setStatus(id, 'stopped')
    harness.clock.now += ms

    expect((await setStatus(id, to)).status).toBe(expected)
    expect(await get(id)).toMatchObject({ body: { strategy: { status: expected === 200 ? to : 'stopped' } } })
  })

  it('[SG-87] a stop that was taken back decides again, and its time begins anew', async () => {
    const id = await harness.created()
    await setStatus(id, 'stopped')
    await harness.pass(minuteOf(at(1), 1, { m5: 1 }))
    await setStatus(id, 'stopped')
    harness.clock.now += 60_000
    await setStatus(id, 'active')
    await harness.pass(minuteOf(at(2), 1, { m5: 1 }))

    const { body } = await get(id, '/decisions')
    expect(body).toMatchObject({ decisions: [{ timestamp: at(2) }] })
    expect((body as { decisions: unknown[] }).decisions).toHaveLength(1)
    await setStatus(id, 'stopped')
    harness.clock.now += 60_000
    expect((await setStatus(id, 'active')).status).toBe(200)
  })

  it('[SG-76] the status may be in the body; a missing or invalid one is rejected', async () => {
    const id = await harness.created()

    expect(await harness.call('trader', 'PATCH', `${LIST}/${id}/status`, { status: 'paused' })).toEqual({
      status: 200,
      body: { success: true, status: 'paused', strategy_id: id },
    })
    expect(await harness.call('trader', 'PATCH', `${LIST}/${id}/status`)).toEqual({
      status: 400,
      body: { detail: 'status: is required' },
    })
    expect(await setStatus(id, 'deleted')).toEqual({
      status: 400,
      body: { detail: expect.stringContaining('status: must be one of active, paused, stopped, testing') },
    })
  })

  it('[SG-88] a rename changes the name alone, in list, details and export', async () => {
    const id = await harness.created({ name: 'Before' })
    const { body: before } = await get(id, '/export')
    const rename = (name: unknown, as = 'trader') => harness.call(as, 'PATCH', `${LIST}/${id}`, { name })

    expect(await rename(' After ')).toEqual({ status: 200, body: { success: true, strategy_id: id, name: 'After' } })
    expect(await get(id, '/export')).toEqual({ status: 200, body: { ...(before as object), name: 'After' } })
    expect((await harness.call('trader', 'GET', LIST)).body).toMatchObject({ strategies: [{ id, name: 'After' }] })
    for (const name of [' ', 'x'.repeat(201), 7])
      expect(await rename(name)).toEqual({ status: 400, body: { detail: expect.stringContaining('name: ') } })
    expect((await rename('Theirs', 'other')).status).toBe(404)
    expect(await get(id)).toMatchObject({ body: { strategy: { name: 'After' } } })
  })

  it('[SG-88] a renamed strategy decides on, with the same cooldown, and a stop stays as final as it was', async () => {
    const id = await harness.created()
    await harness.pass(minuteOf(at(1), 1, { m5: 1 }))
    await harness.call('trader', 'PATCH', `${LIST}/${id}`, { name: 'After' })
    await harness.pass(minuteOf(at(2), 1, { m5: 1 }))
    expect((await get(id, '/decisions')).body).toMatchObject({
      decisions: [{ timestamp: at(2) }, { timestamp: at(1) }],
    })

    await setStatus(id, 'stopped')
    harness.clock.now += 60_000
    await harness.call('trader', 'PATCH', `${LIST}/${id}`, { name: 'Later' })
    harness.clock.now += 60_000
    expect((await setStatus(id, 'active')).status).toBe(409)
  })

  describe('[SG-94] the archive', () => {
    const archive = (id: string, archived: unknown, as = 'trader') =>
      harness.call(as, 'PATCH', `${LIST}/${id}/archive`, { archived })

    it('takes a stopped strategy, and gives it back', async () => {
      const id = await harness.created({ status: 'stopped' })
      expect(await archive(id, true)).toEqual({ status: 200, body: { success: true, strategy_id: id, archived: true } })
      expect((await archive(id, true)).status).toBe(200)
      expect((await harness.call('trader', 'GET', LIST)).body).toMatchObject({
        strategies: [{ id, status: 'stopped', archived_at: harness.clock.now }],
      })
      expect((await get(id)).body).toMatchObject({ strategy: { archived_at: harness.clock.now } })
      expect((await archive(id, false)).status).toBe(200)
      expect((await get(id)).body).not.toHaveProperty('strategy.archived_at')
    })

    it.each(['active', 'paused', 'testing'] as const)('does not take one that is %s', async (status) => {
      const id = await harness.created({ status })
      expect(await archive(id, true)).toEqual({
        status: 409,
        body: { detail: 'Only a stopped strategy can be archived. Stop it first.' },
      })
      expect((await archive(id, 'yes')).status).toBe(400)
      expect((await archive(id, true, 'other')).status).toBe(404)
      expect((await archive(id, true, 'viewer')).status).toBe(403)
    })

    it('[SG-87] loses a strategy whose stop is taken back', async () => {
      const id = await harness.created()
      await setStatus(id, 'stopped')
      await archive(id, true)
      await setStatus(id, 'active')
      expect((await get(id)).body).not.toHaveProperty('strategy.archived_at')
    })
  })

  it('[SG-77] deleting a strategy deletes its decisions, whatever its status', async () => {
    for (const status of STRATEGY_STATUSES) {
      const id = await harness.created({ status })
      if (status === 'active') await harness.pass(minuteOf(at(1), 1, { m5: 1 }))

      expect(await harness.call('trader', 'DELETE', `${LIST}/${id}`)).toEqual({
        status: 200,
        body: { success: true, strategy_id: id },
      })
      expect(await get(id)).toEqual({ status: 404, body: { detail: 'Strategy not found' } })
    }
    expect(await harness.database.db.select().from(strategyDecisions)).toEqual([])
  })

  it('[SG-77] deleting a strategy while it decides does not affect others', async () => {
    const gone = await harness.created()
    const stored = await harness.created()
    await harness.database.db.delete(table).where(eq(table.id, gone))
    await harness.pass(minuteOf(at(1), 1, { m5: 1 }))

    const rows = await harness.database.db.select({ id: strategyDecisions.strategyId }).from(strategyDecisions)
    expect([rows, harness.reports]).toEqual([[{ id: stored }], []])
  })

  it('[SG-78] the export can be imported to create the same strategy', async () => {
    const id = await harness.created({ name: 'To be exported' })
    const { body } = await get(id, '/export')
    await setStatus(id, 'paused')
    const copy = await harness.call('trader', 'POST', `${LIST}/custom`, body as object, {
      'idempotency-key': randomUUID(),
    })
    const copied = (copy.body as { strategy_id: string }).strategy_id

    expect(copied).not.toBe(id)
    expect(await get(copied, '/export')).toEqual({ status: 200, body })
    expect(await get(id, '/export')).toEqual({ status: 200, body: { ...(body as object), status: 'paused' } })
  })

  it('[SG-78] [SG-91] any strategy is exported, imported, and saved and read as a version without a loss', async () => {
    await fc.assert(
      fc.asyncProperty(anyAcceptedStrategy, anyAcceptedStrategy, async (first, second) => {
        const parts = ({ id: _id, status: _status, version: _version, ...rest }: CustomStrategy) => ({
          ...rest,
          risk_parameters: { max_position_unit: 'usd', ...rest.risk_parameters },
        })
        const exported = async (id: string) => z.parse(storedStrategySchema, (await get(id, '/export')).body)
        const id = await harness.created({ ...first, id: randomUUID(), status: 'active' })
        const copy = await harness.created({ ...(await exported(id)), id: randomUUID(), status: 'active' })
        expect(parts(await exported(copy))).toEqual(parts(first))
        expect((await exported(copy)).version).toBe(first.version)
        const saved = { based_on: 1, definition: second }
        expect(await harness.call('trader', 'POST', `${LIST}/${id}/versions`, saved)).toMatchObject({ status: 200 })
        const read = async (number: number) =>
          z.parse(versionResponseSchema, (await get(id, `/versions/${number}`)).body).version.definition
        expect(parts(await read(1))).toEqual(parts(first))
        expect(parts(await read(2))).toEqual(parts(second))
        await harness.reset()
      }),
      { numRuns: 25 },
    )
  })

  it('[SG-78] a file from before positions had a unit, functions and transformations is imported, in dollars', async () => {
    const body = strategyBody()
    const before = {
      ...body,
      signal_sources: body.signal_sources.map(({ data_path: _path, transformation: _form, ...source }) => source),
      confluence_rules: body.confluence_rules.map(({ custom_function: _function, ...rule }) => rule),
      risk_parameters: { max_position_size: 250, stop_loss_percentage: 2 },
    }
    const { body: made } = await harness.call('trader', 'POST', `${LIST}/custom`, before)
    const { strategy_id: id } = z.parse(createdStrategySchema, made)
    const risk_parameters = { ...before.risk_parameters, max_position_unit: 'usd' }
    expect((await get(id, '/export')).body).toEqual({ ...before, risk_parameters })
  })
})

describe('access', () => {
  const ROUTES = [
    ['GET', ''],
    ['GET', '/export'],
    ['GET', '/performance'],
    ['GET', '/decision'],
    ['GET', '/decisions'],
    ['GET', '/decisions/BTCUSD-1560340860000/why'],
    ['GET', '/signals'],
    ['POST', '/evaluate'],
    ['PATCH', '/status?status=paused'],
    ['PATCH', '', { name: 'Mine' }],
    ['DELETE', ''],
  ] as const

  it.each(ROUTES)(
    '[SG-79] AZ-06 %s …%s of another user appears not to exist',
    async (method, rest, payload?: object) => {
      const id = await harness.created()
      const absent = randomUUID()
      const ask = (as: string, which: string) => harness.call(as, method, `${LIST}/${which}${rest}`, payload)
      const notThere = { status: 404, body: { detail: 'Strategy not found' } }

      expect(await ask('other', id)).toEqual(notThere)
      expect(await ask('admin', id)).toEqual(notThere)
      expect(await ask('other', absent)).toEqual(notThere)
      expect(await ask('trader', 'custom_1')).toEqual(notThere)
      expect(await get(id)).toMatchObject({ status: 200, body: { strategy: { status: 'active' } } })
    },
  )

  it.each([
    ['POST', `${LIST}/custom`],
    ['POST', `${LIST}/from-template/aggressive_scalping`],
    ['POST', `${LIST}/${randomUUID()}/evaluate`],
    ['PATCH', `${LIST}/${randomUUID()}/status?status=paused`],
    ['PATCH', `${LIST}/${randomUUID()}`],
    ['DELETE', `${LIST}/${randomUUID()}`],
  ] as const)('[SG-79] %s %s needs a Trader', async (method, path) => {
    expect(await harness.call('viewer', method, path, {})).toEqual({
      status: 403,
      body: { detail: 'Access denied. Trader role required.' },
    })
    expect(await harness.call('', method, path, {})).toEqual({
      status: 401,
      body: { detail: 'Authentication required.' },
    })
  })

  it.each(['/api/ensemble/templates', LIST, '/api/ensemble/health', '/api/ensemble/metrics'])(
    '[SG-79] GET %s is available to every signed-in user',
    async (path) => {
      expect((await harness.call('viewer', 'GET', path)).status).toBe(200)
      expect(await harness.call('', 'GET', path)).toEqual({ status: 401, body: { detail: 'Authentication required.' } })
    },
  )
})
