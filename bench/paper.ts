// Time of 500 strategies that trade on paper on the embedded database: a minute in which all decide, the one in which all are
// filled, and one in which all hold a position; beside the plain rows that such a minute writes. `npm run bench:paper`.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Candle } from '#contract/candles.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { leadsAlone } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity.ts'
import { paperAccounts, paperAllocations } from '#server/database/schema/paper.ts'
import { newAllocation } from '#server/paper/allocation.ts'
import { note } from '#server/paper/ledger.ts'
import { newMarks } from '#server/paper/limits.ts'
import { addRows, allocationsOf, saveAllocations } from '#server/paper/store.ts'
import { createTrader } from '#server/paper/trade.ts'
import { createDatabaseFiles } from '#test/support/server/database.ts'
import { figureOf } from './figures.ts'

const USERS = 10
const STRATEGIES = 500
const ROUNDS = 8
const START_S = 1_560_038_400
const settings = {
  capital: 100_000,
  fee_pct: 0.4,
  slippage: { half_spread_pct: 0.01, range_share: 0.1 },
  allow_short: false,
}
const limits = {
  max_daily_loss_pct: 50,
  max_drawdown_pct: 50,
  max_positions: null,
  max_exposure_pct: null,
  cool_down: null,
  on_hit: 'close' as const,
}

const directory = await mkdtemp(join(tmpdir(), 'pairbot-bench-'))
try {
  await createDatabaseFiles(directory)
  const database = await openEmbedded(directory)
  const people = await database.db
    .insert(users)
    .values(
      Array.from({ length: USERS }, (_, n) => ({
        email: `u${n}@pairbot.test`,
        username: `u${n}`,
        role: 'Trader' as const,
        passwordHash: '-',
        createdAt: new Date(),
      })),
    )
    .returning({ id: users.id })
  const accounts = await database.db
    .insert(paperAccounts)
    .values(
      people.map(({ id: userId }) => ({ userId, settings, limits, marks: newMarks(100_000), startedAt: new Date() })),
    )
    .returning({ id: paperAccounts.id })
  const ids = Array.from({ length: STRATEGIES }, () => crypto.randomUUID())
  await database.db.insert(paperAllocations).values(
    ids.map((strategyId, n) => ({
      accountId: accounts[n % USERS]?.id ?? '',
      strategyId,
      name: `Strategy ${n}`,
      market: 'simulated' as const,
      pair: 'BTCUSD' as const,
      capital: 2_000,
      state: newAllocation(2_000),
      startedAt: new Date(),
    })),
  )
  let minute = 0
  const at = () => (START_S + 60 * minute) * 1_000
  const trade = createTrader({
    database,
    market: { kind: 'simulated', now: at, minutes: async function* () {} },
    audit: async () => undefined,
    assertLeads: leadsAlone,
    now: at,
  })
  const candle = (): Candle => ({
    timestamp: START_S + 60 * minute - 60,
    open: 8_000,
    high: 8_010,
    low: 7_990,
    close: 8_001,
    volume: 1,
  })

  async function timed(work: () => Promise<unknown>): Promise<number> {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  const step = (side?: 'BUY' | 'SELL') =>
    timed(() => {
      minute += 1
      const decisions = side ? ids.map((strategyId) => ({ strategyId, side, decidedAt: at(), risk: {} })) : []
      return trade({ pair: 'BTCUSD', at: at(), candle: candle(), decisions })
    })
  const plain = () =>
    timed(() =>
      database.transaction(async (tx) => {
        const all = await allocationsOf(
          tx,
          accounts.map(({ id }) => id),
        )
        await saveAllocations(tx, all)
        await addRows(
          tx,
          all.map(({ accountId, id }) => ({ ...note('plain'), accountId, allocationId: id, at: at() })),
        )
      }),
    )

  const times = { decided: [] as number[], filled: [] as number[], held: [] as number[], plain: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    times.decided.push(await step(round % 2 === 0 ? 'BUY' : 'SELL'))
    times.filled.push(await step())
    times.held.push(await step())
    times.plain.push(await plain())
  }
  const baseline = figureOf(times.plain)
  for (const [name, values] of Object.entries(times)) {
    const { median, spread } = figureOf(values)
    const ratio = (median / baseline.median).toFixed(2)
    console.log(`${name}: ${median.toFixed(0)} ms ± ${(100 * spread).toFixed(0)} %, ${ratio} of the plain rows`)
  }
  await database.close()
} finally {
  await rm(directory, { recursive: true, force: true })
}
