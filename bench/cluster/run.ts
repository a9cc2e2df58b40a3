// Thousands of sockets on a cluster as `npm run cluster` starts it, beside bare `ws` servers: `npm run bench:cluster`. Candles of a
// replayed market go from the worker over Redis and two gateways to the sockets of a process of its own, which checks that each gets
// every closed candle once and all candles in order. 2,000 sockets x 20 messages/s for 10 minutes, then 5,000 x 10 and
// 10,000 x 2 for one; `--only=2000x20,10000x2` for some of these, `--sockets=n --rate=n` for others, `--seconds=n`,
// `--bare-seconds=n` (0: without), `--through-proxy`. `--pairs` measures instead what a pair costs at the live rate. Nothing is
// compressed. Linux only. Exits 1 if anything is lost, doubled or out of order.
import { findPostgresql, findRedis } from '../../scripts/services.mjs'
import { buildProcesses } from '../processes.ts'
import { measureBare } from './bare-load.ts'
import { measureCluster } from './cluster-load.ts'
import { assertFilesSuffice } from './file-limit.ts'
import { parseOptions } from './loads.ts'
import { printPairCosts } from './pair-costs.ts'
import { isWhole, printLoad } from './report.ts'

const { loads, bareSeconds, throughProxy, pairs } = parseOptions(process.argv.slice(2))
if (!findPostgresql() || !findRedis()) throw new Error('PostgreSQL or Redis is not installed: see npm run cluster')
if (pairs) {
  await printPairCosts()
  process.exit()
}
assertFilesSuffice(Math.max(...loads.map(({ sockets }) => sockets)))
await buildProcesses({
  'cluster-crowd': 'bench/cluster/crowd.ts',
  'cluster-bare': 'bench/cluster/bare.ts',
})
console.log(
  `Sockets connect ${throughProxy ? 'through the proxy' : 'straight to the gateways, not through the proxy'}.`,
)

let whole = true
for (const load of loads) {
  const cluster = await measureCluster(load, throughProxy)
  const { sample } = cluster.account
  const bare =
    bareSeconds > 0 && sample !== undefined
      ? await measureBare({ ...load, seconds: Math.min(bareSeconds, load.seconds) }, sample)
      : undefined
  printLoad(load, cluster, bare)
  whole &&= isWhole(cluster)
}
console.log(whole ? 'Nothing lost, doubled or out of order.' : 'Something was lost, doubled or out of order.')
process.exit(whole ? 0 : 1)
