// Clients on a cluster whose parts are killed, ended and stopped one after the other: `npm run bench:faults`. Three workers of two
// pairs, one of which leads, two gateways, PostgreSQL and Redis; the market passes a minute in five seconds. 2,000 clients for 30
// minutes; `--sockets=n`, `--minutes=n`, `--seed=n` for another order of the acts, `--only=TEXT` for those with it in their
// name, `--pairs-per-worker=1` for two leaders and one standby. Of each act: how long clients were without new data, beyond what is usual. Linux only. Exits 1 if a client lost an
// entry, or got one twice or out of order, or if 5 % of the gaps that an act caused were 8 s or longer.
import { fork, type ChildProcess } from 'node:child_process'
import { loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { integerString } from '#contract/numeric-strings.ts'
import { seededRandom } from '#server/lib/random.ts'
import { runQuickMarket } from '#test/support/cluster/quick-market.ts'
import { originOf } from '#test/support/cluster/servers.ts'
import { startFakeKraken } from '#test/support/server/kraken.ts'
import { cleanEnvironment } from '#test/support/server/server.ts'
import { sumOf } from '#test/support/server/tally.ts'
import { startCluster } from '../../scripts/cluster/cluster.ts'
import { supervise } from '../../scripts/cluster/supervise.ts'
import { percentile } from '../figures.ts'
import { ask, endOf, interrupted } from '../processes.ts'
import { actsOn, drawActs, type Act } from './acts.ts'
import { assertFilesSuffice } from './file-limit.ts'
import type { FollowersCommand, FollowersResult, Gaps } from './followers.ts'
import { createApiToken, signInPeople, SOCKETS_PER_PERSON } from './people.ts'

const count = (fallback: number) => z._default(integerString(1, 100_000), fallback)
const optionsSchema = z.object({
  sockets: count(2_000),
  minutes: count(30),
  seed: count(1),
  only: z._default(z.string(), ''),
  'pairs-per-worker': z.optional(integerString(1, 2)),
})
const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { sockets: text, minutes: text, seed: text, only: text, 'pairs-per-worker': text },
})
const { sockets, minutes, seed, only, 'pairs-per-worker': share } = optionsSchema.parse(values)

const PAIRS = ['BTCUSD', 'ETHUSD'] as const
const MARKET = { minuteMs: 5_000, updates: 10 }
const PROCESSES = 2
const WARM_UP_MS = 15_000
/** Running values come once a second, or a little later. */
const USUAL_MS = 1_500
/** A gap that others than the act cause, as a busy machine does. */
const NOTICED_MS = 500
/** Until then every client has noticed what was done, and a standby has taken a lease that is over. */
const NOTICE_MS = 10_000
const LOOK_MS = 500
const CLOCK_MS = 250
const LONGEST_MS = 90_000
/** As an init system waits. */
const RESTART_MS = 2_000
const GOAL_MS = 8_000
const MOST_SHOWN = 20

assertFilesSuffice(sockets)

const random = seededRandom(seed)
const kraken = await startFakeKraken()
const behindS = Math.ceil(minutes * 60 * (60_000 / MARKET.minuteMs)) + 3_600
const market = runQuickMarket(kraken, PAIRS, behindS, MARKET)
const env = {
  ...cleanEnvironment(),
  PAIRBOT_MARKET: 'kraken',
  PAIRBOT_PAIRS: 'XBTUSD,ETHUSD',
  PAIRBOT_PAIRS_PER_WORKER: share?.toString(),
  PAIRBOT_KRAKEN_WS: kraken.ws,
  PAIRBOT_KRAKEN_REST: kraken.rest,
}
const cluster = await startCluster({ workers: 3, gateways: 2, port: 0, env })
/** Lines that the clients have written of failed connections, each with its number, since the last act. */
let failures = new Map<string, number>()
/** Not built: of the example only what it exports may run. */
function startFollowers(): ChildProcess {
  const child = fork('bench/cluster/followers.ts', {
    execArgv: ['--import', 'tsx'],
    stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
  })
  if (child.stderr)
    createInterface(child.stderr).on('line', (line) => failures.set(line, (failures.get(line) ?? 0) + 1))
  return child
}
const children: ChildProcess[] = Array.from({ length: PROCESSES }, startFollowers)
const failed = Promise.race([...children.map(endOf), interrupted])
let isStopping = false
let clock: NodeJS.Timeout | undefined
const supervised = [...cluster.workers, ...cluster.gateways].map((server) =>
  supervise(server, { isWanted: () => !isStopping, waitMs: RESTART_MS }),
)
const gaps = new Map<string, number[]>()
const askAll = <T>(command: FollowersCommand): Promise<T[]> =>
  Promise.race([Promise.all(children.map((child) => ask<T>(child, command))), failed])

/** Does it, and waits until all clients have new data again; resolves with the gaps beyond the usual. */
async function measure({ before, act, after }: Act): Promise<readonly number[]> {
  await before?.()
  await askAll({ do: 'watch' })
  await act()
  await after?.()
  await delay(NOTICE_MS)
  for (const deadline = performance.now() + LONGEST_MS; performance.now() < deadline;) {
    await delay(LOOK_MS)
    const found = await askAll<Gaps>({ do: 'gaps' })
    if (found.every(({ waiting }) => waiting === 0)) break
  }
  await delay(3_000 + random() * 7_000)
  const found = await askAll<Gaps>({ do: 'gaps' })
  return found.flatMap((each) => each.gaps).map((ms) => Math.max(0, ms - USUAL_MS))
}

const seconds = (ms: number) => (Number.isNaN(ms) ? 'none' : (ms / 1_000).toFixed(1))
function mostFrequent(texts: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const each of texts) counts.set(each, (counts.get(each) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one).slice(0, MOST_SHOWN)
}
const noticed = (all: readonly number[]) => all.filter((ms) => ms > NOTICED_MS).toSorted((one, other) => one - other)

try {
  const people = Math.ceil(sockets / SOCKETS_PER_PERSON)
  const signedIn = await signInPeople(cluster.postgresql.url, cluster.address, people)
  const tokens: string[] = []
  for (const token of signedIn) tokens.push(await createApiToken(cluster.address, token))
  const each = Math.ceil(people / PROCESSES)
  clock = setInterval(() => children.forEach((child) => child.send({ do: 'clock', now: kraken.now() })), CLOCK_MS)
  await Promise.all(
    children.map((child, index) => {
      const own = tokens.slice(index * each, (index + 1) * each)
      const targets = cluster.gateways.map(originOf)
      return ask(child, { do: 'follow', targets, tokens: own, perToken: SOCKETS_PER_PERSON, pairs: PAIRS })
    }),
  )
  await delay(WARM_UP_MS)
  const acts = actsOn(cluster, random).filter(({ name }) => name.includes(only))
  const endsAt = performance.now() + minutes * 60_000
  for (const act of drawActs(acts, random)) {
    const found = await measure(act)
    gaps.set(act.name, [...(gaps.get(act.name) ?? []), ...noticed(found)])
    const [own, load] = [noticed(found), loadavg()[0]?.toFixed(1)]
    console.log(
      `${act.name}: ${own.length} clients, p50 ${seconds(percentile(own, 0.5))} s, max ${seconds(own.at(-1) ?? Number.NaN)} s, load ${load}`,
    )
    for (const [line, times] of failures) console.log(`  ${times} times ${line}`)
    failures = new Map()
    if (performance.now() > endsAt) break
  }
  const results = await askAll<FollowersResult>({ do: 'end' })
  const rows = [...gaps].map(([name, all]) => {
    const sorted = all.toSorted((one, other) => one - other)
    const [p50, p95, max] = [percentile(sorted, 0.5), percentile(sorted, 0.95), sorted.at(-1) ?? Number.NaN]
    return [name, { gaps: all.length, 'p50 s': seconds(p50), 'p95 s': seconds(p95), 'max s': seconds(max) }] as const
  })
  console.table(Object.fromEntries(rows))
  const { received, lost, duplicated, reordered } = sumOf(results)
  const opened = results.reduce((sum, result) => sum + result.sockets, 0)
  console.log(
    `seed ${seed}, ${people * SOCKETS_PER_PERSON} clients, ${opened} sockets: ${received} entries, ` +
      `${lost} lost, ${duplicated} doubled, ${reordered} out of order`,
  )
  for (const [fault, times] of mostFrequent(results.flatMap(({ faults }) => faults)))
    console.log(`${times} times ${fault}`)
  const all = [...gaps.values()].flat().toSorted((one, other) => one - other)
  const p95 = percentile(all, 0.95)
  console.log(`gaps of all acts: p95 ${seconds(p95)} s (goal ${seconds(GOAL_MS)} s)`)
  process.exitCode = received > 0 && lost + duplicated + reordered === 0 && p95 < GOAL_MS ? 0 : 1
} finally {
  isStopping = true
  clearInterval(clock)
  for (const child of children) child.kill()
  await cluster.stop()
  await Promise.all(supervised)
  market.stop()
  await kraken.stop()
}
