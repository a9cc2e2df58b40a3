import { PAIR_IDS, type PairId } from '#contract/pairs.ts'
import { cleanEnvironment } from '#test/support/server/server.ts'
import { startCluster } from '../../scripts/cluster/cluster.ts'
import { redisInfo, type RedisInfo } from './redis-info.ts'
import { watchUsage, type Named } from './usage.ts'

const WARM_UP_MS = 30_000
/** Whole minutes, as most of the analysis is done when one closes. */
const MEASURED_MS = 120_000
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Cores and memory of each process, and what Redis does, with a live simulated market of these pairs and no sockets. */
async function costOf(pairs: readonly PairId[]) {
  const market = { PAIRBOT_MARKET: 'simulated', PAIRBOT_PAIRS: pairs.join(',') }
  const cluster = await startCluster({ workers: 1, gateways: 1, port: 0, env: { ...cleanEnvironment(), ...market } })
  try {
    const { redis, workers, gateways } = cluster
    const servers = [...workers, ...gateways].map(({ child }): Named => [child.name, child.process.pid])
    await wait(WARM_UP_MS)
    const used = watchUsage([...servers, ['Redis', redis.child.process.pid]])
    const before: RedisInfo = await redisInfo(redis.url)
    await wait(MEASURED_MS)
    const after = await redisInfo(redis.url)
    return {
      used: used(),
      commandsPerS: ((after.commands - before.commands) * 1_000) / MEASURED_MS,
      redisBytes: after.memoryBytes,
    }
  } finally {
    await cluster.stop()
  }
}

/** Prints what a worker, a gateway and Redis use with one pair and with all, and what each further pair adds. */
export async function printPairCosts(): Promise<void> {
  const [one, all] = [await costOf(PAIR_IDS.slice(0, 1)), await costOf(PAIR_IDS)]
  const further = PAIR_IDS.length - 1
  const row = (first: number, last: number, digits: number) => ({
    'one pair': first.toFixed(digits),
    [`${PAIR_IDS.length} pairs`]: last.toFixed(digits),
    'each further pair': ((last - first) / further).toFixed(digits + 1),
  })
  const rows = all.used.flatMap(({ name, cores, rssBytes }, index): [string, ReturnType<typeof row>][] => {
    const first = one.used[index]
    if (first === undefined) return []
    return [
      [`${name}: % of a core`, row(first.cores * 100, cores * 100, 1)],
      [`${name}: MB`, row(first.rssBytes / 1e6, rssBytes / 1e6, 0)],
    ]
  })
  console.log(`\nA live simulated market, no sockets, ${MEASURED_MS / 1_000} s\n`)
  console.table({
    ...Object.fromEntries(rows),
    'Redis: commands a second': row(one.commandsPerS, all.commandsPerS, 1),
    'Redis: MB of data': row(one.redisBytes / 1e6, all.redisBytes / 1e6, 1),
  })
}
