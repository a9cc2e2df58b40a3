import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { STRATEGY } from '#contract/limits.ts'
import {
  createdStrategySchema,
  strategiesResponseSchema,
  templatesResponseSchema,
} from '#contract/strategies/responses.ts'
import { strategies as table } from '#server/database/schema/strategies.ts'
import { ruleOver, sourceOn, strategyBody } from '#test/support/server/strategies.ts'
import {
  LIST,
  startTestStrategyService,
  type TestResponse,
  type TestStrategyService,
} from '#test/support/server/strategy-service.ts'

const CUSTOM = '/api/ensemble/strategies/custom'
const fromTemplate = (id: string) => `/api/ensemble/strategies/from-template/${id}`
const FORM = { name: 'Mine', exchange: 'kraken', trading_pair: 'BTCUSD' }

let harness: TestStrategyService
beforeAll(async () => {
  harness = await startTestStrategyService()
})
afterAll(() => harness.close())
beforeEach(() => harness.reset())

const idOf = ({ body }: TestResponse): string => z.parse(createdStrategySchema, body).strategy_id
const create = (body: object = strategyBody(), key?: string, as = 'trader') =>
  harness.call(as, 'POST', CUSTOM, body, key === undefined ? {} : { 'idempotency-key': key })
async function owned(as = 'trader'): Promise<string[]> {
  const { body } = await harness.call(as, 'GET', LIST)
  return z.parse(strategiesResponseSchema, body).strategies.map(({ id }) => id)
}

describe('POST /api/ensemble/strategies/custom', () => {
  it('[SG-70] creates the strategy and returns its id', async () => {
    const answer = await create()

    expect(answer).toEqual({ status: 200, body: { strategy_id: expect.any(String) } })
    expect(await owned()).toEqual([idOf(answer)])
  })

  it('[SG-70] AB-28 server-side fields are not taken from the body', async () => {
    const id = idOf(
      await create({ ...strategyBody(), created_by: 'somebody', user_id: 'x', created_at: 1, role: 'Admin' }),
    )
    const { body } = await harness.call('trader', 'GET', `${LIST}/${id}`)

    expect(body).toMatchObject({
      strategy: { id, created_by: harness.ids.get('trader'), created_at: harness.clock.now, backtest_results: null },
    })
  })

  const sources = strategyBody().signal_sources
  it.each<[string, object, string]>([
    ['one source', { signal_sources: [sources[0]] }, 'signal_sources: must have at least 2 sources'],
    ['no rule', { confluence_rules: [] }, 'confluence_rules: must have at least one rule'],
    [
      'a rule over an absent source',
      { confluence_rules: [ruleOver(['m1', 'h4'])] },
      'confluence_rules: must only use sources of the strategy',
    ],
    [
      'a rule that asks for more than it has',
      { confluence_rules: [ruleOver(['m1', 'm5'], { minimum_sources: 3 })] },
      'confluence_rules.0.minimum_sources: must not be greater than the number of assigned sources',
    ],
    [
      'a rule with the same source twice',
      { confluence_rules: [ruleOver(['m1', 'm1'])] },
      'confluence_rules.0.source_ids: must not name a source twice',
    ],
    ['two sources of one id', { signal_sources: [sources[0], sources[0]] }, 'signal_sources: must have different ids'],
    [
      'a stream that nobody knows',
      { signal_sources: [sourceOn('analysis:gossip'), sourceOn('technical_indicators:m1')] },
      'signal_sources.0.stream_subcategory: is not a stream that a strategy can read',
    ],
    [
      'code as a function',
      {
        confluence_rules: [{ ...ruleOver(['m1', 'm5'], { operator: 'custom_function' }), custom_function: '() => 1' }],
      },
      'confluence_rules.0.custom_function: must be one of no_opposition',
    ],
    [
      'a function that the operator has no use for',
      { confluence_rules: [ruleOver(['m1', 'm5'], { custom_function: 'two_thirds' })] },
      'confluence_rules.0.custom_function: is needed by the operator custom_function, and by no other',
    ],
    [
      'code as a transformation',
      { signal_sources: [sources[0], { ...sourceOn('technical_indicators:m5'), transformation: 'eval' }] },
      'signal_sources.1.transformation: must be one of sign, square_root, square',
    ],
    ['a blank name', { name: '  ' }, 'name: must not be blank'],
    ['an exchange that is not there', { exchanges: ['binance'] }, 'exchanges.0: must be kraken'],
    [
      'a weight without bounds',
      { signal_sources: [sources[0], sourceOn('technical_indicators:m5', { config: { weight: 1e9 } })] },
      'signal_sources.1.weight_config.weight: must be at most 10',
    ],
    [
      'no stop loss',
      { risk_parameters: { ...strategyBody().risk_parameters, stop_loss_percentage: 0 } },
      'risk_parameters.stop_loss_percentage: must be above 0',
    ],
    [
      'a stop loss beyond the price',
      { risk_parameters: { ...strategyBody().risk_parameters, stop_loss_percentage: 99_999 } },
      'risk_parameters.stop_loss_percentage: must be below 100%, where the price would be 0',
    ],
    [
      'a position of more dollars than anyone has',
      { risk_parameters: { ...strategyBody().risk_parameters, max_position_size: Number.MAX_SAFE_INTEGER } },
      'risk_parameters.max_position_size: must be at most $10,000,000: more is most likely a typing error',
    ],
    [
      'a position of more than the account',
      { risk_parameters: { ...strategyBody().risk_parameters, max_position_size: 101, max_position_unit: 'pct' } },
      'risk_parameters.max_position_size: must be at most 100%, the whole account',
    ],
    ['a name without end', { name: 'x'.repeat(201) }, 'name: must have at most 200 characters'],
  ])('[SG-72] rejects %s with a reason', async (_, given, words) => {
    const { status, body } = await create({ ...strategyBody(), ...given })

    expect([status, body]).toEqual([400, { detail: expect.stringContaining(words) }])
    expect(await owned()).toEqual([])
  })

  it('[SG-72] rejects an invalid body', async () => {
    expect(await harness.call('trader', 'POST', CUSTOM)).toEqual({ status: 400, body: { detail: expect.any(String) } })
  })

  it('[SG-71] BC-02 the same key and body return the first response and create one strategy', async () => {
    const key = randomUUID()
    const first = await create(strategyBody(), key)

    expect(await create(strategyBody(), key)).toEqual(first)
    expect(await owned()).toEqual([idOf(first)])
  })

  it('[SG-71] HA-17 twenty concurrent requests with one key create one strategy', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(strategyBody(), key)))

    expect(new Set(answers.map(idOf)).size).toBe(1)
    expect(await owned()).toHaveLength(1)
  })

  it('[SG-71] the same key with another body is rejected', async () => {
    const key = randomUUID()
    const first = await create(strategyBody(), key)

    expect(await create(strategyBody({ name: 'Another' }), key)).toEqual({
      status: 409,
      body: { detail: 'This Idempotency-Key was used for another strategy.' },
    })
    expect(await owned()).toEqual([idOf(first)])
  })

  it('[SG-71] keys of different users are independent', async () => {
    const key = randomUUID()
    const mine = idOf(await create(strategyBody(), key))
    const theirs = idOf(await create(strategyBody(), key, 'other'))

    expect(mine).not.toBe(theirs)
    expect([await owned(), await owned('other')]).toEqual([[mine], [theirs]])
  })

  it('[SG-71] a key expires after a day', async () => {
    const key = randomUUID()
    const first = idOf(await create(strategyBody(), key))
    harness.clock.now += STRATEGY.idempotencyMs + 1

    expect(idOf(await create(strategyBody(), key))).not.toBe(first)
  })

  it('[SG-71] a key still returns the id of a deleted strategy', async () => {
    const key = randomUUID()
    const first = await create(strategyBody(), key)
    await harness.call('trader', 'DELETE', `${LIST}/${idOf(first)}`)

    expect(await create(strategyBody(), key)).toEqual(first)
    expect(await owned()).toEqual([])
  })

  it('[SG-71] without a key the id in the body identifies the request until the strategy is deleted', async () => {
    const first = idOf(await create())
    expect(idOf(await create())).toBe(first)
    expect(await create(strategyBody({ name: 'Another' }))).toEqual({
      status: 409,
      body: { detail: 'Another strategy was created with this id. Give it another id.' },
    })
    await harness.call('trader', 'DELETE', `${LIST}/${first}`)

    expect(idOf(await create())).not.toBe(first)
  })

  it.each([['two words'], [''], ['x'.repeat(STRATEGY.maxKey + 1)]])('[SG-72] refuses the key %j', async (key) => {
    expect(await create(strategyBody(), key)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('idempotency-key') },
    })
  })

  it('[SG-73] a user cannot exceed the maximum number of strategies', async () => {
    const at = new Date(harness.clock.now)
    await harness.database.db.insert(table).values(
      Array.from({ length: STRATEGY.maxPerUser }, () => ({
        userId: harness.ids.get('other')!,
        status: 'stopped' as const,
        definition: strategyBody(),
        createdAt: at,
        updatedAt: at,
      })),
    )

    expect(await create(strategyBody(), undefined, 'other')).toEqual({
      status: 409,
      body: { detail: 'You have 200 strategies, which is the maximum. Delete one first.' },
    })
    expect((await create()).status).toBe(200)
  })
})

describe('templates', () => {
  it('[SG-90] GET /api/ensemble/templates returns four templates, each a valid strategy', async () => {
    const { status, body } = await harness.call('viewer', 'GET', '/api/ensemble/templates')
    const { templates } = z.parse(templatesResponseSchema, body)

    expect(status).toBe(200)
    const shown = templates.map(({ name, complexity, signal_sources_count: n }) => `${name}, ${complexity}, ${n}`)
    expect(shown.toSorted()).toEqual([
      'Aggressive Scalping, High, 3',
      'Balanced Multi-Timeframe, Medium, 5',
      'Conservative Trend Following, Low, 4',
      'Pattern-Based Trading, Medium, 3',
    ])
    const returns = templates.map(({ result }) => result?.return)
    expect(returns).toEqual(returns.toSorted((a = 0, b = 0) => b - a))
    for (const { id, recommended_for, description } of templates) {
      expect([recommended_for.length > 0, description.length > 0]).toEqual([true, true])
      const strategyId = idOf(await harness.call('trader', 'POST', fromTemplate(id), FORM))
      const exported = await harness.call('trader', 'GET', `${LIST}/${strategyId}/export`)
      expect(exported.body).toMatchObject({
        name: 'Mine',
        status: 'active',
        exchanges: ['kraken'],
        symbols: ['BTCUSD'],
        risk_parameters: { max_position_unit: 'pct' },
      })
      expect((await create({ ...(exported.body as object), id: `custom_${id}` })).status).toBe(200)
    }
  })

  it('[SG-71] from a template: the same name within a minute is the same strategy, later another', async () => {
    const path = fromTemplate('aggressive_scalping')
    const first = idOf(await harness.call('trader', 'POST', path, FORM))
    expect(idOf(await harness.call('trader', 'POST', path, FORM))).toBe(first)
    harness.clock.now += STRATEGY.templateRepeatMs + 1

    expect(idOf(await harness.call('trader', 'POST', path, FORM))).not.toBe(first)
  })

  it.each<[string, object, string]>([
    ['no name', { ...FORM, name: '' }, 'name: Strategy name is required'],
    ['a blank name', { ...FORM, name: '   ' }, 'name: Strategy name is required'],
    ['an absent name', { exchange: 'kraken', trading_pair: 'BTCUSD' }, 'name: Strategy name is required'],
    ['another exchange', { ...FORM, exchange: 'binance' }, 'exchange: must be kraken'],
    ['no pair', { name: 'Mine', exchange: 'kraken' }, 'trading_pair: is missing'],
  ])('[SG-72] from a template: refuses %s', async (_, form, words) => {
    expect(await harness.call('trader', 'POST', fromTemplate('aggressive_scalping'), form)).toEqual({
      status: 400,
      body: { detail: expect.stringContaining(words) },
    })
  })

  it('[SG-72] from an unknown template: 404', async () => {
    expect(await harness.call('trader', 'POST', fromTemplate('none'), FORM)).toEqual({
      status: 404,
      body: { detail: 'Template not found' },
    })
  })
})
