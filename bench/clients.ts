// Many clients on both sockets at 20 numbered messages a second each: `npm run bench:clients [-- clients]`.
// Lost, reordered and doubled messages, delivery latency, CPU per delivery, memory per connection, and what a reader costs that
// does not read. Prints and asserts nothing. Takes about 50 s.
import { loadavg } from 'node:os'
import { SOCKET_PATHS } from '#contract/paths.ts'
import type { Account, CrowdCommand } from './clients-crowd.ts'
import type { Memory, Paced, ServerCommand, Stalled } from './clients-server.ts'
import { answer, ask, buildProcesses, startProcess } from './processes.ts'

/** Clients, each on both sockets; half of them with batches. */
const CLIENTS = Number(process.argv[2] ?? 1_000)
const PACE = { rounds: 240, everyMs: 50 }
const PATHS = Object.values(SOCKET_PATHS)
/** Large messages for few readers, so that the buffers of the network are full within seconds. */
const STALL = { bytes: 65_536, everyMs: 20, patienceMs: 10_000 }
const STALL_READERS = 10
/** Warm-up, so that one-time allocations are not attributed to the paused reader. */
const STALL_WARM_UP_MS = 1_000

await buildProcesses({
  'clients-server': 'bench/clients-server.ts',
  'clients-crowd': 'bench/clients-crowd.ts',
})
const server = startProcess('clients-server')
const { port } = await answer<{ port: number }>(server)
const crowd = startProcess('clients-crowd')

const ofServer = <T>(command: ServerCommand) => ask<T>(server, command)
const ofCrowd = <T>(command: CrowdCommand) => ask<T>(crowd, command)
const connect = async (count: number) => {
  for (const path of PATHS) await ofCrowd({ do: 'connect', port, path, count })
}

for (const path of PATHS) await ofCrowd({ do: 'pause', port, path })
// The first quarter absorbs one-time allocations.
const warmUp = Math.ceil(CLIENTS / 4)
await connect(warmUp)
const before = await ofServer<Memory>({ do: 'memory' })
await connect(CLIENTS - warmUp)
const loaded = await ofServer<Memory>({ do: 'memory' })
const perConnection = (pick: (memory: Memory) => number) =>
  (pick(loaded) - pick(before)) / (PATHS.length * (CLIENTS - warmUp)) / 1_000

const paced = await ofServer<Paced>({ do: 'pace', ...PACE })
const published = paced.sentAt.length - 1
const account = await ofCrowd<Account>({ do: 'account', published, sentAt: paced.sentAt })
const afterwards = await ofServer<Memory>({ do: 'memory' })
await ofCrowd({ do: 'leave' })

const [path = SOCKET_PATHS.tdp] = PATHS
await ofCrowd({ do: 'connect', port, path, count: STALL_READERS })
const warm = await ofServer<Stalled>({ do: 'stall', ...STALL, patienceMs: STALL_WARM_UP_MS })
await ofCrowd({ do: 'pause', port, path })
const stalled = await ofServer<Stalled>({ do: 'stall', ...STALL })
const others = await ofCrowd<Account>({
  do: 'account',
  published: warm.published + stalled.published,
  sentAt: undefined,
})
for (const child of [server, crowd]) child.kill()

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`
const deliveries = published * account.readers
console.log(
  `\n${CLIENTS} clients on both sockets (${account.readers} connections), ${1_000 / PACE.everyMs} messages/s on each for ` +
    `${(published * PACE.everyMs) / 1_000} s: ${deliveries} deliveries; load of the machine ${loadavg()[0]?.toFixed(1)}\n`,
)
console.table({
  received: account.received,
  lost: account.lost,
  reordered: account.reordered,
  doubled: account.duplicated,
  'connections closed': account.closed,
  'latency p50 ms': account.p50.toFixed(1),
  'latency p99 ms': account.p99.toFixed(1),
  'latency max ms': account.max.toFixed(1),
  'server CPU µs per delivery': (paced.cpuUs / deliveries).toFixed(2),
  'server longest turn ms': paced.longestTurnMs.toFixed(0),
  'kB a connection (heap)': perConnection(({ heap }) => heap).toFixed(1),
  'kB a connection (resident)': perConnection(({ rss }) => rss).toFixed(1),
  'heap after the run, against before it': kB(afterwards.heap - loaded.heap),
  'paused readers among them, dropped so far': paced.slowReaders,
})
console.log(`\nOne paused reader among ${STALL_READERS}, ${kB(STALL.bytes)} every ${STALL.everyMs} ms\n`)
console.table({
  'dropped after': stalled.droppedAfterMs === undefined ? 'not' : `${(stalled.droppedAfterMs / 1_000).toFixed(1)} s`,
  'published until then': kB(stalled.published * STALL.bytes),
  'most that the server held': kB(stalled.peakBytes),
  'held afterwards': kB(stalled.cachedBytes),
  'others: received': others.received,
  'others: lost': others.lost,
  'others: reordered': others.reordered,
  'others: doubled': others.duplicated,
})
