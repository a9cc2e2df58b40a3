import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { backtestResponseSchema } from '#contract/strategies/backtest.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { seededRandom } from '#server/lib/random.ts'
import { createPreviews, previewRoutes } from '#server/backtests/preview/previews.ts'
import type { StreamUpdate } from '#server/strategies/ports.ts'
import { at, NOON, ruleOver, strategyBody } from '#test/support/server/strategies.ts'
import {
  LIST,
  startTestStrategyService,
  type TestResponse,
  type TestStrategyService,
} from '#test/support/server/strategy-service.ts'
import { minuteOf } from '#test/support/server/strategy-updates.ts'

/** What the port gives again of the past, and what it was asked for. */
let past: readonly StreamUpdate[] = []
const asked: [number, number][] = []
/** The past is computed when this is over. */
let held: Promise<void> = Promise.resolve()
async function* recompute(_pair: string, from: number, until: number) {
  asked.push([from, until])
  await held
  const [first] = past
  const before = past.filter((update) => update.at <= from)
  const entries = new Map(before.flatMap((update) => update.entries.map((entry) => [entry.key, entry])))
  if (first && before.length > 0) yield { ...first, kind: 'initial' as const, at: from, entries: [...entries.values()] }
  for (const update of past) if (update.at > from && update.at <= until) yield update
}

let harness: TestStrategyService
beforeAll(async () => {
  harness = await startTestStrategyService({
    streams: { recompute },
    beside: ({ streams, strategies }) => ({
      routes: previewRoutes(createPreviews(streams, (pair) => strategies.evaluator.history(pair))),
    }),
  })
})
afterAll(() => harness.close())
beforeEach(async () => {
  past = []
  asked.length = 0
  await harness.reset()
})

const backtest = (hours: number, body: CustomStrategy = strategyBody(), as = 'trader'): Promise<TestResponse> =>
  harness.call(as, 'POST', `${LIST}/backtest?hours=${hours}`, body)
const reported = ({ status, body }: TestResponse) => {
  expect(status).toBe(200)
  return z.parse(backtestResponseSchema, body).backtest
}

/** A market that changes its mind, and its price, as chance would have it. */
function market(from: number, to: number): StreamUpdate[] {
  const random = seededRandom(11)
  let lean = 0
  return Array.from({ length: to - from + 1 }, (_, n) => {
    lean = Math.max(-1, Math.min(1, lean + (random() - 0.5)))
    const minute = from + n
    return minuteOf(at(minute), lean, { price: 8_000 + 10 * random(), ...(minute % 5 === 0 && { m5: lean }) })
  })
}

/** In need of the one-minute indicators alone. */
const eager = strategyBody({
  confluence_rules: [
    ruleOver(['m1', 'm5'], { operator: 'or', minimum_sources: 1, minimum_total_weight: 0.5, consensus_threshold: 0.5 }),
  ],
  risk_parameters: { ...strategyBody().risk_parameters, signal_cooldown_minutes: 2 },
})

describe('[SG-85] the availability of sources', () => {
  const available = (as = 'trader', symbol = 'BTCUSD') =>
    harness.call(as, 'POST', STRATEGIES.availability.path, { symbol, signal_sources: eager.signal_sources })

  it('is the share of minutes in which each counted, voted, or was excluded and why', async () => {
    for (let minute = 1; minute <= 20; minute += 1)
      await harness.pass(minuteOf(at(minute), minute > 15 ? 1 : 0.1, minute === 5 ? { m5: -1 } : {}))

    // The five-minute entry of minute 5 was due again at minute 10, and may be overdue for five minutes.
    expect(await available()).toEqual({
      status: 200,
      body: {
        availability: {
          hours_covered: 20 / 60,
          sources: [
            { source_id: 'm1', counted: 1, voted: 0.25, excluded: { no_signal: 0, too_old: 0, low_confidence: 0 } },
            {
              source_id: 'm5',
              counted: 0.55,
              voted: 0.55,
              excluded: { no_signal: 0.2, too_old: 0.25, low_confidence: 0 },
            },
          ],
        },
      },
    })
  })

  it('is empty without data and for a pair without a market, and needs a Trader', async () => {
    const nothing = { status: 200, body: { availability: { hours_covered: 0, sources: [] } } }
    expect([await available(), await available('trader', 'ETHUSD')]).toEqual([nothing, nothing])
    expect((await available('viewer')).status).toBe(403)
  })
})

describe('a backtest', () => {
  it('[SG-80] over a past hour equals the actual decisions', async () => {
    for (const update of market(1, 30)) await harness.pass(update)
    const { body } = await harness.call('trader', 'POST', `${LIST}/custom`, eager)
    for (const update of market(31, 90)) await harness.pass(update)
    const id = (body as { strategy_id: string }).strategy_id
    const { decisions } = (await harness.call('trader', 'GET', `${LIST}/${id}/decisions?limit=500`)).body as {
      decisions: { decision_type: 'BUY' | 'SELL' | 'HOLD' }[]
    }
    const count = (type: string) => decisions.filter((each) => each.decision_type === type).length
    const found = reported(await backtest(1, eager))

    expect(decisions).toHaveLength(60)
    expect(count('BUY') * count('SELL')).toBeGreaterThan(0)
    expect(found).toMatchObject({
      from: at(31),
      to: at(90),
      hours_covered: 1,
      hours_recomputed: 0,
      evaluations: 60,
      decisions: count('BUY') + count('SELL'),
      decisions_per_hour: count('BUY') + count('SELL'),
      shares: { BUY: count('BUY') / 60, SELL: count('SELL') / 60, HOLD: count('HOLD') / 60 },
      notes: [],
    })
  })

  it('[SG-81] reports the rule that blocked most, alone or with others, and the gates', async () => {
    const rules = [
      ruleOver(['m1'], { id: 'a', name: 'One minute', minimum_sources: 1 }),
      ruleOver(['m5'], { id: 'b', name: 'Five minutes', minimum_sources: 1 }),
    ]
    await harness.pass(minuteOf(at(1), 1, { m5: 1 })) // BUY
    await harness.pass(minuteOf(at(2), 1)) // the cooldown
    await harness.pass(minuteOf(at(3), 0)) // rule a alone
    await harness.pass(minuteOf(at(8), 0, { m5: 0 })) // both
    await harness.pass(minuteOf(at(9), 0, { m5: 1 })) // rule a alone
    const found = reported(await backtest(1, strategyBody({ confluence_rules: rules })))

    expect(found.rules).toEqual([
      { rule_id: 'a', name: 'One minute', blocked: 3, alone: 2 },
      { rule_id: 'b', name: 'Five minutes', blocked: 1, alone: 0 },
    ])
    expect(found.gates).toEqual([{ gate: 'signal_cooldown_minutes', blocked: 1 }])
    expect(found.blocking_rule).toEqual({ rule_id: 'a', name: 'One minute' })
    expect(found.moves.map(({ after_minutes, decisions, result }) => [after_minutes, decisions, result])).toEqual([
      [15, 0, 'too few decisions to say'],
      [60, 0, 'too few decisions to say'],
    ])
    expect(found.notes).toEqual(['Only 0.1 of 1 hours are available.'])
  })

  it('[SG-82] recomputes signals missing from memory once, and reports the hours', async () => {
    past = market(-120, 0)
    for (const update of market(1, 30)) await harness.pass(update)
    const first = reported(await backtest(2, eager))
    const again = reported(await backtest(1, eager))

    expect(first).toMatchObject({ from: at(-89), to: at(30), hours_covered: 2, hours_recomputed: 1.5, notes: [] })
    expect(again).toMatchObject({ hours_covered: 1, hours_recomputed: 0.5 })
    expect(asked).toEqual([[at(-90), at(1)]])
  })

  it('[SG-82] the boundary between recomputed and live signals changes nothing', async () => {
    const whole = market(-59, 30)
    for (const update of whole) await harness.pass(update)
    const received = reported(await backtest(1, eager))
    harness.clock.market = NOON
    await harness.restart()
    past = whole
    await harness.pass({ ...whole[60]!, at: at(0), kind: 'initial' })
    for (const update of whole.filter((each) => each.at > at(0))) await harness.pass(update)
    const computed = reported(await backtest(1, eager))

    expect({ ...computed, hours_recomputed: 0 }).toEqual(received)
    expect(computed.hours_recomputed).toBe(0.5)
  })

  it('[SG-82] looks for missing candles only once', async () => {
    for (const update of market(1, 10)) await harness.pass(update)
    await backtest(1, eager)
    const found = reported(await backtest(1, eager))

    expect(asked).toHaveLength(1)
    expect(found.notes).toEqual(['Only 0.2 of 1 hours are available.'])
  })

  it('[SG-82] A19 without a market for the pair has a note', async () => {
    const found = reported(await backtest(24, strategyBody({ symbols: ['ETHUSD'] })))

    expect(found).toEqual({
      symbol: 'ETHUSD',
      from: null,
      to: null,
      hours_asked: 24,
      hours_covered: 0,
      hours_recomputed: 0,
      evaluations: 0,
      decisions: 0,
      decisions_per_hour: 0,
      shares: { BUY: 0, SELL: 0, HOLD: 0 },
      rules: [{ rule_id: 'rule', name: 'Together', blocked: 0, alone: 0 }],
      gates: [],
      blocking_rule: null,
      moves: [15, 60].map((after_minutes) => ({
        after_minutes,
        decisions: 0,
        mean: null,
        baseline: null,
        result: 'too few decisions to say',
      })),
      notes: ['This server has no market for ETH/USD, so there is nothing to test on.'],
    })
    expect(asked).toEqual([])
  })

  it.each([
    ['viewer', 403, 'Access denied. Trader role required.'],
    ['', 401, 'Authentication required.'],
  ])('[SG-79] needs a Trader, not "%s"', async (as, status, detail) => {
    expect(await backtest(1, eager, as)).toEqual({ status, body: { detail } })
  })

  it('[SG-80] creates nothing', async () => {
    await backtest(1)
    expect((await harness.call('trader', 'GET', LIST)).body).toEqual({ strategies: [] })
  })

  it.each([['0'], ['25'], ['x'], ['1.5'], ['0x2']])('[SG-72] refuses %s hours', async (hours) => {
    expect(await harness.call('trader', 'POST', `${LIST}/backtest?hours=${hours}`, strategyBody())).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/^hours: /) },
    })
  })

  it('[SG-72] rejects an invalid strategy', async () => {
    expect(await backtest(1, strategyBody({ confluence_rules: [] }))).toEqual({
      status: 400,
      body: { detail: expect.stringContaining('confluence_rules: must have at least one rule') },
    })
  })

  it('[SG-83] rejects a request when eight are waiting, and serves later ones', async () => {
    for (const update of market(1, 60)) await harness.pass(update)
    let release = (): void => undefined
    held = new Promise((resolve) => {
      release = resolve
    })
    const settled: TestResponse[] = []
    const all = Array.from({ length: 10 }, async () => settled.push(await backtest(1, eager)))
    await vi.waitFor(() => expect(settled).toHaveLength(2))
    expect(settled.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 2 }, () => [503, { detail: 'Too many backtests are waiting. Please try again.' }]),
    )
    release()
    await Promise.all(all)
    expect(settled.slice(2).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await backtest(1, eager)).status).toBe(200)
  })
})
