// Time of 500 active strategies per candle close, until all have decided and until all decisions are in the embedded
// database; and the effect of a 24-hour backtest on the event loop. Real analysis payloads over generated minutes.
// `npm run bench:strategies`. Exits 1 when deciding takes longer than 200 ms.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Subject } from 'rxjs'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { createPreviews } from '#server/backtests/preview/previews.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { users } from '#server/database/schema/identity.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { recomputeUpdates } from '#server/live/stream-history.ts'
import { createCandleStore } from '#server/market/store/store.ts'
import { createSignalHistory } from '#server/strategies/evaluator/market-state.ts'
import type { StrategyAudit, StreamUpdate } from '#server/strategies/ports.ts'
import { creationOf } from '#server/strategies/store/creations.ts'
import { createStrategyStore } from '#server/strategies/store/strategies.ts'
import { createStrategies } from '#server/strategies/strategies.ts'
import { strategyFrom, TEMPLATES } from '#server/strategies/templates/templates.ts'
import { walk } from '#test/support/data/analysis.ts'
import { createDatabaseFiles } from '#test/support/server/database.ts'
import { updatesOf } from '#test/support/server/strategy-replay.ts'
import { percentile } from './figures.ts'

const STRATEGIES = 500
const USERS = 5
const CLOSES = 30
const LIMIT_MS = 200
/** Goal for the length of an event loop turn. */
const TURN_MS = 10
const PAST = 1_440
const MINUTE_MS = 60_000

const templates = TEMPLATES.map((template) =>
  strategyFrom(template, { name: template.name, exchange: 'kraken', pair: 'BTCUSD' }),
)
const template = (n: number): CustomStrategy => {
  const chosen = templates[n % templates.length]
  if (!chosen) throw new Error('no template')
  return chosen
}
const minutes = walk({ count: PAST + CLOSES, seed: 3, start: 1_560_038_400 })
const updates = updatesOf(minutes, 1_560_038_400 + PAST * 60)

const audit: StrategyAudit = async (tx, act) => void (await writeAudit(tx, act))

/**
 * Measures event loop turns. Processor time includes the engine's threads, wall time includes other programs: the smaller of
 * both is closest to the time of the code itself.
 */
function watchTurns() {
  const clocks = (): readonly [number, number] => {
    const { user, system } = process.cpuUsage()
    return [(user + system) / 1e3, performance.now()]
  }
  const turns: number[] = []
  let last = clocks()
  let isWatching = true
  const turn = () => {
    const now = clocks()
    turns.push(Math.min(now[0] - last[0], now[1] - last[1]))
    last = now
    if (isWatching) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    isWatching = false
    const sorted = turns.toSorted((a, b) => a - b)
    const [p99, longest] = [percentile(sorted, 0.99), percentile(sorted, 1)]
    const over = sorted.filter((ms) => ms > TURN_MS).length
    const figures = `p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(1)} ms`
    return `${turns.length} turns: ${figures}, ${over} of more than ${TURN_MS} ms`
  }
}

const line = (name: string, times: readonly number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  const figures = [percentile(sorted, 0.5), percentile(sorted, 0.99)].map((ms) => `${ms.toFixed(1)} ms`)
  console.log(`${name}: ${figures.join(', ')} (median, slowest of ${times.length})`)
}

async function closes(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'pairbot-bench-'))
  await createDatabaseFiles(directory)
  const database = await openEmbedded(directory)
  const store = createStrategyStore({ database, audit, now: () => Date.now() })
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
  for (let n = 0; n < STRATEGIES; n += 1) {
    const owner = people[n % USERS]
    if (!owner) throw new Error('no owner')
    const creation = creationOf(`key-${n}`, { what: '', windowMs: 0 }, n)
    await store.create({ userId: owner.id, ipAddress: '' }, template(n), creation)
  }
  const moments$ = new Subject<StreamUpdate>()
  let at = 0
  const strategies = createStrategies({
    database,
    streams: {
      market: 'replay',
      pairs: ['BTCUSD'],
      updates$: moments$,
      now: () => at,
      prices: () => [],
      recompute: async function* () {},
    },
    audit,
    now: () => Date.now(),
    stopwatch: () => performance.now(),
    report: console.error,
  })
  await strategies.start()
  const [decided, stored]: [number[], number[]] = [[], []]
  let turns: (() => string) | undefined
  for (const update of updates) {
    at = update.at
    const began = performance.now()
    if (decided.length === 3) turns = watchTurns()
    moments$.next(update)
    if (update.kind === 'initial') continue
    decided.push(performance.now() - began)
    await strategies.evaluator.settled()
    stored.push(performance.now() - began)
  }
  const turnLengths = turns?.()
  console.log(
    `${STRATEGIES} active strategies on a candle close, ${strategies.evaluator.metrics().evaluations} evaluations`,
  )
  line('all decided', decided)
  line('all stored (embedded, fsync)', stored)
  console.log(turnLengths)
  if (Math.max(...decided) > LIMIT_MS) process.exitCode = 1
  await strategies.stop()
  await database.close()
  await rm(directory, { recursive: true })
}

async function backtests(): Promise<void> {
  const day = walk({ count: 4_500, seed: 4, start: 1_560_038_400 })
  const store = createCandleStore(() => Infinity)
  store.builderOf('BTCUSD').seed('M1', day)
  const now = ((day.at(-1)?.timestamp ?? 0) + 60) * 1000
  const tape = createSignalHistory(25 * 60 * MINUTE_MS)
  const previews = createPreviews(
    {
      pairs: ['BTCUSD'],
      now: () => now,
      recompute: (pair, from, until) =>
        recomputeUpdates(store, { pair, market: 'simulated' }, { from, until, seedCandles: 1_500 }),
    },
    () => tape,
  )
  for (const name of ['first, computed from candles', 'second, from the tape', 'third, from the tape']) {
    const turnLengths = watchTurns()
    const began = performance.now()
    const { hours_covered, evaluations } = await previews.run(template(1), 24)
    const took = (performance.now() - began).toFixed(0)
    console.log(
      `backtest of ${hours_covered.toFixed(1)} h (${name}): ${evaluations} evaluations in ${took} ms, ${turnLengths()}`,
    )
  }
}

await closes()
await backtests()
