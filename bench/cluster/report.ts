import { loadavg } from 'node:os'
import type { ClusterMeasured } from './cluster-load.ts'
import { nameOf, type Load } from './loads.ts'
import type { Measured } from './measure.ts'
import type { Used } from './usage.ts'

const MB = 1e6
const isServer = ({ name }: Used) => name.startsWith('gateway') || name.startsWith('ws')
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** Processor time of the servers of the sockets, in microseconds a delivery. */
const cpuUs = ({ used, account }: Measured) =>
  (sum(used.filter(isServer).map(({ cpuMs }) => cpuMs)) * 1_000) / account.deliveries

/** Memory that the servers of the sockets took since there were none, in kB a socket. */
const kBPerSocket = ({ used, idleBytes }: Measured, { sockets }: Load) =>
  sum(used.filter(isServer).map(({ name, rssBytes }) => rssBytes - (idleBytes.get(name) ?? 0))) / sockets / 1_000

const figures = (measured: Measured, load: Load) => ({
  'delivered a second': measured.account.deliveries / measured.account.seconds,
  'messages a second and socket': measured.account.published / measured.account.seconds,
  'age p50 ms': measured.account.p50,
  'age p99 ms': measured.account.p99,
  'age max ms': measured.account.max,
  'CPU µs a delivery': cpuUs(measured),
  'kB a socket (resident)': kBPerSocket(measured, load),
})

const checks = ({ account }: Measured) => ({
  lost: account.lost,
  doubled: account.duplicated,
  'out of order': account.reordered,
  'sockets closed': account.closedSockets,
  'running candles replaced by newer ones': account.replaced,
})

/** Processor time and memory by process. */
const usageRows = ({ used, idleBytes }: Measured, suffix = '') =>
  Object.fromEntries(
    used.map(({ name, cores, rssBytes }) => {
      const idle = idleBytes.get(name)
      return [
        idle === undefined ? `${name}${suffix}` : name,
        {
          '% of a core': (cores * 100).toFixed(1),
          ...(idle !== undefined && { 'MB without sockets': (idle / MB).toFixed(0) }),
          'MB at the end': (rssBytes / MB).toFixed(0),
        },
      ]
    }),
  )

const shown = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1))

/** Whether every socket got every closed candle once and all candles in order, and stayed open. */
export const isWhole = ({ account }: Measured): boolean =>
  account.deliveries > 0 && account.lost + account.duplicated + account.reordered + account.closedSockets === 0

/** Prints a load, with the bare servers beside it if they were measured. */
export function printLoad(load: Load, cluster: ClusterMeasured, bare: Measured | undefined): void {
  const { account, connectS, speed, redis } = cluster
  console.log(
    `\n${nameOf(load)}: ${load.sockets} sockets, ${load.rate} messages/s each, ${account.seconds.toFixed(0)} s; ` +
      `connected in ${connectS.toFixed(0)} s; recording at ${speed} times its speed; ` +
      `${account.closedCandles} of ${account.published} candles were closed ones, which are numbered; ` +
      `load of the machine ${loadavg()[0]?.toFixed(1)}\n`,
  )
  const own = figures(cluster, load)
  const yardstick = bare && figures(bare, load)
  console.table(
    Object.fromEntries(
      Object.entries(own).map(([name, value]) => {
        const other = yardstick?.[name as keyof typeof own]
        const beside = other === undefined ? {} : { 'bare ws': shown(other), ratio: `${(value / other).toFixed(2)}x` }
        return [name, { cluster: shown(value), ...beside }]
      }),
    ),
  )
  console.table({ cluster: checks(cluster), ...(bare && { 'bare ws': checks(bare) }) })
  console.table({
    ...usageRows(cluster),
    ...(bare && usageRows(bare, ' of ws')),
  })
  console.log(`Redis: ${shown(redis.commandsPerS)} commands/s, ${(redis.memoryBytes / MB).toFixed(1)} MB of data`)
  for (const { name, rows, bytes } of cluster.stored.tables) {
    const { days } = cluster.stored
    const perDay = `${shown(rows / days)} rows and ${shown(bytes / days / 1_000)} kB a day of the market`
    if (rows > 0) console.log(`PostgreSQL, ${name}: ${perDay} (over ${days.toFixed(2)} days)`)
  }
}
