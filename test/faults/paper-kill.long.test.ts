import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { asc } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openEmbedded } from '#server/database/embedded.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { openPostgresql } from '#server/database/postgresql.ts'
import { users } from '#server/database/schema/identity.ts'
import { paperAccounts, paperAllocations, paperLedger } from '#server/database/schema/paper.ts'
import { strategies, strategyDecisions } from '#server/database/schema/strategies.ts'
import { seededRandom } from '#server/lib/random.ts'
import { newAllocation } from '#server/paper/allocation.ts'
import { deposit } from '#server/paper/ledger.ts'
import { accountMarksSchema, newMarks } from '#server/paper/limits.ts'
import { addRows, allocationsOf } from '#server/paper/store.ts'
import { START_MS } from '#test/support/data/trading.ts'
import { createDatabaseFiles } from '#test/support/server/database.ts'
import { createDatabase, hasPostgresql, startPostgresql } from '#test/support/server/postgresql.ts'
import { strategyBody } from '#test/support/server/strategies.ts'

const ROUNDS = Number(process.env['PAIRBOT_TEST_KILL_ROUNDS'] ?? 6)
const TAKEOVERS = 6
const CAPITAL = 1_000
const SETTINGS = {
  capital: CAPITAL,
  fee_pct: 0.1,
  slippage: { half_spread_pct: 0.01, range_share: 0.1 },
  allow_short: false,
}
const LIMITS = {
  max_daily_loss_pct: null,
  max_drawdown_pct: null,
  max_positions: null,
  max_exposure_pct: null,
  cool_down: null,
  on_hit: 'keep',
}

interface Place extends AsyncDisposable {
  readonly args: readonly [engine: string, where: string]
  readonly open: () => Promise<Database>
}

async function onEmbedded(): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'pairbot-paper-'))
  await createDatabaseFiles(directory)
  return {
    args: ['embedded', directory],
    open: () => openEmbedded(directory),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  }
}

async function onPostgresql(): Promise<Place> {
  const server = await startPostgresql()
  const { url } = await createDatabase(server.url)
  return {
    args: ['postgresql', url],
    async open() {
      const database = openPostgresql(url, () => undefined)
      await database.whenReady
      return database
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** An account with all of its capital on one strategy. */
async function prepare({ db }: Database): Promise<void> {
  const at = new Date(START_MS)
  const person = { email: 'a@pairbot.test', username: 'a', role: 'Trader' as const, passwordHash: '-', createdAt: at }
  const [user] = await db.insert(users).values(person).returning({ id: users.id })
  const userId = user?.id ?? ''
  const [strategy] = await db
    .insert(strategies)
    .values({ userId, status: 'active', definition: strategyBody(), createdAt: at, updatedAt: at })
    .returning({ id: strategies.id })
  const [account] = await db
    .insert(paperAccounts)
    .values({ userId, settings: SETTINGS, limits: LIMITS, marks: newMarks(CAPITAL), startedAt: at })
    .returning({ id: paperAccounts.id })
  const accountId = account?.id ?? ''
  await addRows(db, [{ ...deposit(CAPITAL), accountId, allocationId: null, at: START_MS }])
  await db.insert(paperAllocations).values({
    accountId,
    strategyId: strategy?.id ?? null,
    name: 'Killed',
    market: 'simulated',
    pair: 'BTCUSD',
    capital: CAPITAL,
    state: newAllocation(CAPITAL),
    startedAt: at,
  })
}

const startTrader = ([engine, where]: Place['args'], role: 'alone' | 'one of several') =>
  spawn(
    process.execPath,
    ['--import', 'tsx', 'test/support/server/paper-trader.ts', engine, where, role, String(START_MS)],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )

/** Trades until some minutes are traded and a while has passed, and is killed; the end of the last minute it printed. */
async function tradeUntilKilled(args: Place['args'], minutes: number, afterMs: number): Promise<number> {
  const child = startTrader(args, 'alone')
  child.stderr.pipe(process.stderr)
  const exited = once(child, 'exit')
  let [seen, last] = [0, 0]
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('leads')) continue
    last = Number(line)
    seen += 1
    if (seen === minutes) setTimeout(() => child.kill('SIGKILL'), afterMs)
  }
  await exited
  expect(seen).toBeGreaterThanOrEqual(minutes)
  return last
}

/** Every decision is traded once or noted as not traded, every row adds up, and what was acknowledged is there. */
const expectAccounted = ({ db }: Database, acknowledged: number) =>
  // Of one moment, as another process may go on.
  db.transaction((tx) => expectAccountedIn(tx, acknowledged), { isolationLevel: 'repeatable read' })

async function expectAccountedIn(db: Queries, acknowledged: number): Promise<{ decisions: number; untraded: number }> {
  const rows = await db.select().from(paperLedger).orderBy(asc(paperLedger.seq))
  for (const { cash, position, fee, profit, capital } of rows)
    expect(Math.abs(cash + position + fee + profit + capital)).toBeLessThan(1e-8)
  const [allocation] = await allocationsOf(
    db,
    rows.slice(0, 1).map(({ accountId }) => accountId),
  )
  const held = rows.reduce((sum, { cash, position }) => sum + cash + position, 0)
  expect(Math.abs(held - (allocation?.state.cash ?? 0))).toBeLessThan(1e-8)
  const [account] = await db.select({ marks: paperAccounts.marks }).from(paperAccounts)
  expect(z.parse(accountMarksSchema, account?.marks).until).toBeGreaterThanOrEqual(acknowledged)

  const decided = await db.select().from(strategyDecisions).orderBy(asc(strategyDecisions.decidedAt))
  const fills = new Map(rows.filter(({ kind }) => kind !== 'note' && kind !== 'deposit').map((row) => [row.at, row]))
  const notes = new Map(rows.filter(({ text }) => text.includes('the server stopped')).map((row) => [row.at, row]))
  // The last may wait for its minute, or for the process that tells it.
  for (const { decidedAt, type } of decided.slice(0, -1)) {
    const fill = fills.get(decidedAt)
    const isTraded = fill?.kind === (type === 'BUY' ? 'open' : 'close')
    expect([decidedAt, isTraded, notes.has(decidedAt)]).toEqual([decidedAt, !notes.has(decidedAt), !isTraded])
  }
  return { decisions: decided.length, untraded: notes.size }
}

describe.each([
  { engine: 'the embedded database', make: onEmbedded, isThere: true },
  { engine: 'PostgreSQL', make: onPostgresql, isThere: hasPostgresql() },
])('on $engine', ({ engine, make, isThere }) => {
  it.skipIf(!isThere)(
    `[PT-19] [PT-9] kill -9 while strategies trade on paper, ${ROUNDS} times`,
    { timeout: 60_000 + ROUNDS * 20_000 },
    async () => {
      await using place = await make()
      const random = seededRandom(42)
      const prepared = await place.open()
      await prepare(prepared)
      await prepared.close()
      let seen = { decisions: 0, untraded: 0 }
      for (let round = 0; round < ROUNDS; round += 1) {
        const last = await tradeUntilKilled(place.args, 1 + Math.floor(random() * 5), random() * 40)
        const database = await place.open()
        seen = await expectAccounted(database, last)
        await database.close()
      }
      expect(seen.decisions).toBeGreaterThanOrEqual(ROUNDS)
      process.stdout.write(
        `kill -9 on ${engine}: ${ROUNDS} times, ${seen.decisions} decisions, ${seen.untraded} of them noted as not traded\n`,
      )
    },
  )
})

/** One of several traders, of which one leads. */
function watchTrader(args: Place['args']) {
  const child = startTrader(args, 'one of several')
  const state = { leads: false, minutes: 0, last: 0 }
  createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith('leads')) state.leads = true
    else Object.assign(state, { minutes: state.minutes + 1, last: Number(line) })
  })
  child.stderr.resume()
  return { child, state, exited: once(child, 'exit').then(() => child.exitCode) }
}

describe.skipIf(!hasPostgresql())('with a leader that is taken over', () => {
  it('[PT-19] [PT-9] [LD-24] every decision is traded once or noted, whether it is killed or stopped for a while', async () => {
    await using place = await onPostgresql()
    const random = seededRandom(7)
    const database = await place.open()
    await prepare(database)
    let leader = watchTrader(place.args)
    let standby = watchTrader(place.args)
    const slow = { timeout: 30_000, interval: 20 }
    await expect.poll(() => leader.state.leads || standby.state.leads, slow).toBe(true)
    if (standby.state.leads) [leader, standby] = [standby, leader]
    let seen = { decisions: 0, untraded: 0 }
    for (let round = 0; round < TAKEOVERS; round += 1) {
      const until = leader.state.minutes + 1 + Math.floor(random() * 30)
      await expect.poll(() => leader.state.minutes, { timeout: 30_000, interval: 1 }).toBeGreaterThanOrEqual(until)
      const isKilled = round % 2 === 0
      leader.child.kill(isKilled ? 'SIGKILL' : 'SIGSTOP')
      expect(standby.state.leads).toBe(false)
      await expect.poll(() => standby.state.minutes, slow).toBeGreaterThan(2)
      leader.child.kill('SIGCONT')
      // One that was stopped finds its transaction ended, or itself deposed, and ends too.
      expect(await leader.exited).toBe(isKilled ? null : 1)
      seen = await expectAccounted(database, leader.state.last)
      leader = standby
      standby = watchTrader(place.args)
    }
    for (const each of [leader, standby]) each.child.kill('SIGKILL')
    await Promise.all([leader.exited, standby.exited])
    await expectAccounted(database, leader.state.last)
    await database.close()
    process.stdout.write(
      `a leader taken over ${TAKEOVERS} times: ${seen.decisions} decisions, ${seen.untraded} of them noted as not traded\n`,
    )
  }, 240_000)
})
