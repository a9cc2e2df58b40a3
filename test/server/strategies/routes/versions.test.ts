import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { STRATEGY } from '#contract/limits.ts'
import { decisionsResponseSchema, whyResponseSchema } from '#contract/strategies/decisions.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { STRATEGY_STATUSES } from '#contract/strategies/names.ts'
import { versionResponseSchema, versionsResponseSchema } from '#contract/strategies/versions.ts'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { strategies as table } from '#server/database/schema/strategies.ts'
import { decideFromTrace } from '#server/strategies/evaluator/decide.ts'
import { at, ruleOver, sourceOn, strategyBody } from '#test/support/server/strategies.ts'
import { LIST, startTestStrategyService, type TestStrategyService } from '#test/support/server/strategy-service.ts'
import { minuteOf } from '#test/support/server/strategy-updates.ts'

let harness: TestStrategyService
beforeAll(async () => {
  harness = await startTestStrategyService()
})
afterAll(() => harness.close())
beforeEach(() => harness.reset())

const get = (id: string, rest = '') => harness.call('trader', 'GET', `${LIST}/${id}${rest}`)
const save = (id: string, based_on: unknown, given: Partial<CustomStrategy> = {}, as = 'trader') =>
  harness.call(as, 'POST', `${LIST}/${id}/versions`, { based_on, definition: strategyBody(given) })
const pass = (minute: number, lean = 1) => harness.pass(minuteOf(at(minute), lean, { m5: lean }))
/** Without a pause after BUY and SELL, so that every minute acts. */
const EAGER = { risk_parameters: { ...strategyBody().risk_parameters, signal_cooldown_minutes: 0 } }
/** Indicators of one minute only, inverted: it decides the opposite, from one source of its own. */
const OPPOSITE: Partial<CustomStrategy> = {
  ...EAGER,
  signal_sources: [
    sourceOn('technical_indicators:m1', { invert_signal: true }),
    sourceOn('technical_indicators:m5', { invert_signal: true }),
  ],
  confluence_rules: [ruleOver(['m1', 'm5'], { name: 'Against' })],
}

async function decided(id: string, query = '') {
  const { decisions } = z.parse(decisionsResponseSchema, (await get(id, `/decisions${query}`)).body)
  return decisions.map(({ timestamp, version_number, decision_type }) => [
    (timestamp - at(0)) / 60_000,
    version_number,
    decision_type,
  ])
}

describe('[SG-91] a new version', () => {
  it('replaces the present one, which stays readable; id, status, label and decisions stay', async () => {
    const id = await harness.created({ name: 'First', version: '3.7' })
    const created = harness.clock.now
    await harness.call('trader', 'PATCH', `${LIST}/${id}/status?status=paused`)
    harness.clock.now += 1_000
    const edit = { id: 'custom_9', name: 'Second', version: '1.0', status: 'stopped', symbols: ['ETHUSD'] } as const
    expect(await save(id, 1, { ...edit, symbols: [...edit.symbols] })).toEqual({
      status: 200,
      body: { success: true, strategy_id: id, version_number: 2 },
    })

    expect((await get(id)).body).toMatchObject({
      strategy: { id, name: 'Second', version: '3.7', status: 'paused', symbols: ['ETHUSD'], version_number: 2 },
    })
    expect((await harness.call('trader', 'GET', LIST)).body).toMatchObject({
      strategies: [{ id, name: 'Second', version_number: 2, created_at: created }],
    })
    expect(z.parse(versionsResponseSchema, (await get(id, '/versions')).body).versions).toEqual([
      { version_number: 2, name: 'Second', created_at: created + 1_000, decisions: 0 },
      { version_number: 1, name: 'First', created_at: created, decisions: 0 },
    ])
    const { version } = z.parse(versionResponseSchema, (await get(id, '/versions/1')).body)
    expect(version.definition).toMatchObject({ name: 'First', symbols: ['BTCUSD'], status: 'paused' })
    expect(await get(id, '/versions/3')).toEqual({ status: 404, body: { detail: 'Version not found' } })
  })

  it('is not saved again by a repeated request, or without a difference', async () => {
    const id = await harness.created()
    for (const basedOn of [1, 1, 2]) {
      expect((await save(id, basedOn, EAGER)).body).toMatchObject({ version_number: 2 })
    }
  })

  it.each([0, 3, 1.5, 'one', undefined])('is refused on version %j', async (basedOn) => {
    const id = await harness.created()
    await save(id, 1, EAGER)
    const { status } = await save(id, basedOn, OPPOSITE)
    expect([status, status === 409 || status === 400]).toEqual([status, true])
    expect((await get(id)).body).toMatchObject({ strategy: { version_number: 2 } })
  })

  it('is refused on a version that was replaced meanwhile, with the reason', async () => {
    const id = await harness.created()
    await save(id, 1, EAGER)
    expect(await save(id, 1, OPPOSITE)).toEqual({
      status: 409,
      body: { detail: 'This edits version 1, but the present one is 2. Edit that one.' },
    })
  })

  it.each(STRATEGY_STATUSES)('is saved unless the strategy is stopped or testing: %s', async (status) => {
    const id = await harness.created({ status })
    const isEditable = status === 'active' || status === 'paused'
    expect((await save(id, 1, EAGER)).status).toBe(isEditable ? 200 : 409)
  })

  it('has bounds as a creation has, and there are at most fifty', async () => {
    const id = await harness.created()
    expect(await save(id, 1, { risk_parameters: { stop_loss_percentage: 100 } })).toEqual({
      status: 400,
      body: { detail: expect.stringContaining('stop_loss_percentage: must be below 100%') },
    })
    await harness.database.db.update(table).set({ versionNumber: STRATEGY.maxVersions }).where(eq(table.id, id))
    expect(await save(id, STRATEGY.maxVersions, EAGER)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('has 50 versions') },
    })
  })

  it('[SG-79] is saved by the owner alone', async () => {
    const id = await harness.created()
    expect((await save(id, 1, EAGER, 'other')).status).toBe(404)
    expect((await save(id, 1, EAGER, 'viewer')).status).toBe(403)
    for (const path of ['/versions', '/versions/1'])
      expect((await harness.call('other', 'GET', `${LIST}/${id}${path}`)).status).toBe(404)
  })
})

describe('[SG-92] the evaluator', () => {
  it('switches between two decisions: none is lost or made twice, and each names its version', async () => {
    const id = await harness.created(EAGER)
    await pass(1)
    // The market goes on while the new version is being saved.
    await Promise.all([save(id, 1, OPPOSITE), pass(2), pass(3)])
    await pass(4)

    const all = await decided(id)
    expect(all.map(([minute]) => minute)).toEqual([4, 3, 2, 1])
    expect(all.at(-1)).toEqual([1, 1, 'BUY'])
    expect(all[0]).toEqual([4, 2, 'SELL'])
    for (const [, version, type] of all) expect(type).toBe(version === 1 ? 'BUY' : 'SELL')
    const { body } = await get(id, '/performance')
    expect(body).toMatchObject({ performance: { performance_metrics: { decisions_generated: 4 } } })
  })

  it('continues with the cooldown, also on a pair that it left', async () => {
    const id = await harness.created()
    await pass(1)
    await save(id, 1, { description: 'The same again' })
    await pass(2)
    await save(id, 2, { symbols: ['ETHUSD'] })
    await pass(3)
    await save(id, 3)
    await pass(4)

    expect(await decided(id)).toEqual([
      [4, 4, 'HOLD'],
      [2, 2, 'HOLD'],
      [1, 1, 'BUY'],
    ])
    await harness.restart()
    await pass(7)
    expect((await decided(id))[0]).toEqual([7, 4, 'BUY'])
  })

  it('does not run a version while the strategy is paused', async () => {
    const id = await harness.created(EAGER)
    await harness.call('trader', 'PATCH', `${LIST}/${id}/status?status=paused`)
    await save(id, 1, OPPOSITE)
    await pass(1)
    await harness.call('trader', 'PATCH', `${LIST}/${id}/status?status=active`)
    await pass(2)
    expect(await decided(id)).toEqual([[2, 2, 'SELL']])
  })
})

describe('[SG-93] decisions of an earlier version', () => {
  it('are listed apart, and explained and recomputed from their trace after two edits', async () => {
    const id = await harness.created(EAGER)
    await pass(1)
    const { body: before } = await get(id, `/decisions/BTCUSD-${at(1)}/why`)
    await save(id, 1, OPPOSITE)
    await pass(2)
    await save(id, 2, { ...OPPOSITE, signal_sources: [...(OPPOSITE.signal_sources ?? [])].toReversed() })
    await pass(3)

    const { body } = await get(id, `/decisions/BTCUSD-${at(1)}/why`)
    expect(body).toEqual(before)
    const { decision, trace } = z.parse(whyResponseSchema, body)
    expect(trace.rules.map(({ name }) => name)).toEqual(['Together'])
    const { decision_type, confidence, strength, version_number } = decision
    expect([decideFromTrace(trace), version_number]).toEqual([{ decision_type, confidence, strength }, 1])
    expect(await decided(id, '?version_number=1')).toEqual([[1, 1, 'BUY']])
    expect(await decided(id, '?version_number=2')).toEqual([[2, 2, 'SELL']])
    expect((await get(id, '/decision?version_number=1')).body).toMatchObject({ decision: { timestamp: at(1) } })
    expect((await get(id, '/decision')).body).toMatchObject({ decision: { timestamp: at(3), version_number: 3 } })
    expect((await get(id, '/signals')).body).toEqual({ signals: Array.from({ length: 6 }, () => expect.anything()) })
    expect((await get(id, '/versions')).body).toMatchObject({
      versions: [
        { version_number: 3, decisions: 1 },
        { version_number: 2, decisions: 1 },
        { version_number: 1, decisions: 1 },
      ],
    })
  })
})
