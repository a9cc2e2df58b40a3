import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asc, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Candle } from '#contract/candles.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity.ts'
import { strategyDecisions } from '#server/database/schema/strategies.ts'
import { computeReadings } from '#server/backtests/readings/compute.ts'
import { createEvaluation } from '#server/backtests/run/evaluation.ts'
import { replayStart } from '#server/market/replay/playback.ts'
import { decisionsOf } from '#server/backtests/preview/decisions.ts'
import { createYielder } from '#server/lib/yielder.ts'
import { creationOf } from '#server/strategies/store/creations.ts'
import { storedEvidenceSchema } from '#server/strategies/store/evidence.ts'
import { createStrategyStore } from '#server/strategies/store/strategies.ts'
import { prepare } from '#server/strategies/evaluator/evaluate.ts'
import { createSharedRules } from '#server/strategies/evaluator/shared-rules.ts'
import { createStrategies } from '#server/strategies/strategies.ts'
import { strategyFrom, TEMPLATES } from '#server/strategies/templates/templates.ts'
import { candleOf, readTable, walk } from '#test/support/data/analysis.ts'
import { toColumns } from '#server/backtests/trading/candle-columns.ts'
import { emptyDatabase, memoryDatabase } from '#test/support/server/database.ts'
import { recordingOf, replayHarness, settle } from '#test/support/server/live.ts'
import { referenceData } from '#test/support/data/reference.ts'
import { ruleOver, sourceOn, strategyBody } from '#test/support/server/strategies.ts'
import { decisionsOn, updatesOf, type ReplayedDecision } from '#test/support/server/strategy-replay.ts'

const SPEED = 300
const MONTH = referenceData('candles/BTCUSD-1m-2019-06.csv.gz')
/** Minutes of the month that are replayed: a few hours, or the day that is asked for. Before them a third as many as past. */
const PLAYED = Number(process.env['PAIRBOT_TEST_REPLAY_MINUTES'] ?? 360)
const FROM = 2_880
const PATIENCE = { timeout: 60_000 + PLAYED * 500 }

const STRATEGIES: readonly CustomStrategy[] = [
  ...TEMPLATES.map((template) => strategyFrom(template, { name: template.name, exchange: 'kraken', pair: 'BTCUSD' })),
  strategyBody({ name: 'As the wizard builds it' }),
  strategyBody({
    name: 'Quick to act',
    signal_sources: [
      sourceOn('technical_indicators:m1', { threshold_buy: 0.3, threshold_sell: 0.3 }),
      sourceOn('analysis:consolidated_patterns', { timeframe_filter: ['m5', 'm15'], invert_signal: true }),
    ],
    confluence_rules: [
      ruleOver(['m1', 'consolidated_patterns'], {
        operator: 'or',
        minimum_sources: 1,
        minimum_total_weight: 0,
        consensus_threshold: 0.3,
      }),
    ],
  }),
]

let database: Database
beforeAll(async () => {
  // The replay moves by turns, which a database at the end of a connection does not wait for.
  database = await memoryDatabase()
})
afterAll(() => database.close())

interface Lived {
  /** What was stored, by the strategy's name. */
  readonly decided: Readonly<Record<string, readonly ReplayedDecision[]>>
  /** What backtests of the whole time would have decided, likewise. */
  readonly backtested: Readonly<Record<string, readonly object[]>>
}

async function storedDecisions(strategyId: string): Promise<ReplayedDecision[]> {
  const rows = await database.db
    .select()
    .from(strategyDecisions)
    .where(eq(strategyDecisions.strategyId, strategyId))
    .orderBy(asc(strategyDecisions.decidedAt))
  return rows.map(({ decidedAt, type, confidence, strength, evidence }) => ({
    at: decidedAt,
    outcome: { decision_type: type, confidence, strength },
    inputs: z
      .parse(storedEvidenceSchema, evidence)
      .sources.map(({ as_of, value, confidence: sure, weight, timeframe }) => [as_of, value, sure, weight, timeframe]),
  }))
}

/** The minutes through replay, market, publisher, log and strategy service, as the server wires them. */
async function lived(minutes: readonly Candle[]): Promise<Lived> {
  await emptyDatabase(database)
  const harness = replayHarness(minutes, SPEED)
  const store = createStrategyStore({ database, audit: async () => {}, now: () => 0 })
  const [user] = await database.db
    .insert(users)
    .values({ email: 't@pairbot.test', username: 't', role: 'Trader', passwordHash: 'none', createdAt: new Date(0) })
    .returning({ id: users.id })
  const ids: [string, CustomStrategy][] = []
  for (const [n, definition] of STRATEGIES.entries()) {
    const creation = creationOf(`key-${n}`, { what: '', windowMs: 0 }, definition)
    ids.push([(await store.create({ userId: user!.id, ipAddress: '' }, definition, creation)).id, definition])
  }
  const strategies = createStrategies({
    database,
    streams: harness.data.streams,
    audit: async () => {},
    now: () => 0,
    stopwatch: () => 0,
    report: (error) => {
      throw error
    },
  })
  await strategies.start()
  await harness.data.start()
  const stored = new Map(ids.map(([id]) => [id, new Map<number, ReplayedDecision>()]))
  let steps = 0
  async function collect(): Promise<void> {
    for (const [id, decisions] of stored) {
      for (const decision of await storedDecisions(id)) decisions.set(decision.at, decision)
    }
  }
  const endMs = ((minutes.at(-1)?.timestamp ?? 0) + 60) * 1000
  while (harness.data.market.clock.now() < endMs) {
    await harness.advance(100, 100)
    await strategies.evaluator.settled()
    steps += 1
    // Before the older ones are forgotten.
    if (steps % 200 === 0) await collect()
  }
  // The analysis works in slices: on a busy machine the last minute takes more of them than a step waits for.
  for (let turn = 0; turn < 50; turn += 1) {
    await settle()
    await strategies.evaluator.settled()
  }
  await collect()
  const decided: Record<string, readonly ReplayedDecision[]> = {}
  const backtested: Record<string, readonly object[]> = {}
  for (const [id, definition] of ids) {
    decided[definition.name] = [...(stored.get(id)?.values() ?? [])]
    const span = { from: 0, to: endMs }
    const run = await decisionsOf(definition, 'BTCUSD', strategies.evaluator.history('BTCUSD'), span, createYielder(2))
    backtested[definition.name] = run.decisions.map(({ at, decision_type, confidence, strength }) => ({
      at,
      outcome: { decision_type, confidence, strength },
    }))
  }
  await strategies.stop()
  await harness.data.stop()
  return { decided, backtested }
}

/** What a backtest with simulated trades decides from `startS` on, HOLD included. */
function testedDecisions(minutes: readonly Candle[], startS: number): Readonly<Record<string, readonly object[]>> {
  const work = computeReadings('BTCUSD', toColumns(minutes), 0)
  let each = work.next()
  while (!each.done) each = work.next()
  const tested: Record<string, object[]> = {}
  for (const strategy of STRATEGIES) {
    const decisions: object[] = []
    const span = { from: startS * 1000, to: Infinity }
    const prepared = prepare(strategy, 'BTCUSD')
    const evaluation = createEvaluation(prepared, span, createSharedRules(prepared.sources), ({ at, conclude }) =>
      decisions.push({ at, outcome: conclude().outcome }),
    )
    evaluation.add(each.value)
    tested[strategy.name] = decisions
  }
  return tested
}

async function compare(minutes: readonly Candle[]) {
  const startS = replayStart(recordingOf(minutes))
  const moments = updatesOf(minutes, startS)
  const directly = Object.fromEntries(STRATEGIES.map((strategy) => [strategy.name, decisionsOn(strategy, moments)]))
  const { decided, backtested } = await lived(minutes)
  const played = minutes.filter(({ timestamp }) => timestamp >= startS).length
  return { directly, decided, backtested, tested: testedDecisions(minutes, startS), played }
}

type Compared = Awaited<ReturnType<typeof compare>>

function expectSame({ directly, decided, backtested, tested, played }: Compared): void {
  for (const { name } of STRATEGIES) {
    const live = decided[name] ?? []
    expect([name, live.length]).toEqual([name, played])
    expect(live).toEqual(directly[name])
    expect(backtested[name]).toEqual(live.map(({ at, outcome }) => ({ at, outcome })))
    expect(tested[name]).toEqual(backtested[name])
  }
}

const typesOf = ({ decided }: Compared): Set<unknown> =>
  new Set(
    Object.values(decided).flatMap((all) =>
      all.map(({ outcome }) => (outcome as { decision_type: string }).decision_type),
    ),
  )

describe('the same market yields the same decisions live, in a replay and in a backtest', PATIENCE, () => {
  it('[SG-65] [SG-80] [BT-10] on generated minutes, one by one', async () => {
    const compared = await compare(walk({ count: 600, seed: 7, start: 1_560_038_400 }))

    expectSame(compared)
    expect(typesOf(compared)).toEqual(new Set(['BUY', 'SELL', 'HOLD']))
  })

  it('[SG-66] later data changes no earlier decision', () => {
    const minutes = walk({ count: 500, seed: 3, start: 1_560_038_400 })
    const [now, startS] = [430, 1_560_038_400 + 360 * 60]
    const shifted = minutes.map((candle, n) =>
      n < now
        ? candle
        : {
            ...candle,
            open: candle.open * 2,
            high: candle.high * 2,
            low: candle.low * 2,
            close: candle.close * 2,
            volume: 0,
          },
    )
    const [ours, theirs] = [updatesOf(minutes, startS), updatesOf(shifted, startS)]
    const until = (minutes[now]?.timestamp ?? 0) * 1000
    for (const strategy of STRATEGIES) {
      const before = (decided: readonly ReplayedDecision[]) => decided.filter(({ at }) => at <= until)
      expect(before(decisionsOn(strategy, theirs))).toEqual(before(decisionsOn(strategy, ours)))
    }
    expect(decisionsOn(STRATEGIES[5]!, theirs)).not.toEqual(decisionsOn(STRATEGIES[5]!, ours))
  })

  it.skipIf(!MONTH)('[SG-65] [SG-80] on a recorded range (needs PAIRBOT_REFERENCE_DATA)', async () => {
    const minutes = readTable(MONTH!)
      .map(candleOf)
      .slice(FROM, FROM + Math.ceil((PLAYED * 4) / 3))
    const compared = await compare(minutes)

    expectSame(compared)
    process.stdout.write(`replayed ${compared.played} recorded minutes, ${STRATEGIES.length} strategies\n`)
  })
})
