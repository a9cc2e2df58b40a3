// Broadcast to many clients, side by side in one run: `npx tsx bench/fanout.ts [clients]`.
// CPU per delivery while flooding, latency at 20 broadcasts a second, memory per connection under load. Takes about 100 s.
import type { ChildProcess } from 'node:child_process'
import type { ClientsReply } from './fanout-clients.ts'
import type { ServerCommand, ServerReply } from './fanout-server.ts'
import { VARIANTS, type Variant } from './fanout-variants.ts'
import { answer, ask, buildProcesses, startProcess } from './processes.ts'

const CLIENTS = Number(process.argv[2] ?? 1_000)
/** Connected before memory is first measured, so that one-time allocations are not counted per connection. */
const WARM_UP = Math.ceil(CLIENTS / 4)
const ROUNDS = 9
const FLOOD_MS = 600
const PACED = { count: 24, everyMs: 50 }
const NAMES = Object.keys(VARIANTS) as Variant[]

interface Measured {
  readonly cpu: number[]
  readonly p50: number[]
  readonly p99: number[]
  readonly rss: number[]
  readonly heap: number[]
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
const spread = (values: readonly number[]) => (Math.max(...values) - Math.min(...values)) / 2 / median(values)

await buildProcesses({ clients: 'bench/fanout-clients.ts', server: 'bench/fanout-server.ts' })

const children: ChildProcess[] = []
const clients = startProcess('clients')
children.push(clients)
const servers = new Map<Variant, { child: ChildProcess; port: number; roundBytes: number; measured: Measured }>()
for (const variant of NAMES) {
  const child = startProcess('server', variant)
  children.push(child)
  const ready = await answer<{ port: number; roundBytes: number }>(child)
  servers.set(variant, { child, ...ready, measured: { cpu: [], p50: [], p99: [], rss: [], heap: [] } })
}

function serverOf(variant: Variant) {
  const server = servers.get(variant)
  if (!server) throw new Error(`no server for ${variant}`)
  return server
}

/** Floods one server; CPU time per message and client, in microseconds. */
async function flood(variant: Variant): Promise<number> {
  const { child, roundBytes } = serverOf(variant)
  await ask(clients, { do: 'reset', to: variant, roundBytes, keepTimes: false })
  const relay = (reply: ClientsReply) => {
    if ('round' in reply) child.send({ do: 'round-done' } satisfies ServerCommand)
  }
  clients.on('message', relay)
  const { cpuUs, rounds } = await ask<{ cpuUs: number; rounds: number }>(child, { do: 'flood', ms: FLOOD_MS })
  clients.off('message', relay)
  return cpuUs / rounds / CLIENTS / VARIANTS[variant].messagesPerRound
}

async function latency(variant: Variant): Promise<{ p50: number; p99: number }> {
  const { child, roundBytes } = serverOf(variant)
  await ask(clients, { do: 'reset', to: variant, roundBytes, keepTimes: true })
  const { sentAt } = await ask<Extract<ServerReply, { sentAt: unknown }>>(child, { do: 'pace', ...PACED })
  return ask(clients, { do: 'latencies', to: variant, sentAt })
}

async function connectTo(variant: Variant, count: number) {
  const { port } = serverOf(variant)
  const { path, initial, until } = VARIANTS[variant]
  await ask(clients, { do: 'connect', to: variant, port, count, path, initial, until })
  await flood(variant)
}

for (const variant of NAMES) {
  const { child, measured } = serverOf(variant)
  const memory = () => ask<{ rss: number; heap: number }>(child, { do: 'memory' })
  await connectTo(variant, WARM_UP)
  const before = await memory()
  await connectTo(variant, CLIENTS - WARM_UP)
  const loaded = await memory()
  measured.rss.push((loaded.rss - before.rss) / (CLIENTS - WARM_UP) / 1_000)
  measured.heap.push((loaded.heap - before.heap) / (CLIENTS - WARM_UP) / 1_000)
}
for (let round = 0; round < ROUNDS; round += 1) {
  for (const variant of NAMES) {
    const { measured } = serverOf(variant)
    measured.cpu.push(await flood(variant))
    // Its latency is that of its frames, which are paced by design.
    if (VARIANTS[variant].messagesPerRound > 1) continue
    const { p50, p99 } = await latency(variant)
    measured.p50.push(p50)
    measured.p99.push(p99)
  }
}
for (const child of children) child.kill()

const shown = (values: readonly number[], digits: number) =>
  values.length === 0 ? '' : `${median(values).toFixed(digits)} ±${(spread(values) * 100).toFixed(0)}%`
console.log(`\n${CLIENTS} clients, ${ROUNDS} rounds interleaved, median ± half the range\n`)
console.table(
  Object.fromEntries(
    [...servers].map(([variant, { roundBytes, measured }]) => [
      variant,
      {
        'CPU µs per message and client': shown(measured.cpu, 2),
        'p50 ms': shown(measured.p50, 1),
        'p99 ms': shown(measured.p99, 1),
        'wire bytes a frame': roundBytes,
        'kB a connection (resident)': median(measured.rss).toFixed(1),
        'kB a connection (heap)': median(measured.heap).toFixed(1),
      },
    ]),
  ),
)

/** Compares rounds pairwise, so that other load on the machine affects both. */
function ratio(pick: (measured: Measured) => readonly number[], a: Variant, b: Variant): number {
  const base = pick(serverOf(b).measured)
  return median(pick(serverOf(a).measured).map((value, round) => value / (base[round] ?? NaN)))
}
const bytes = (variant: Variant) => serverOf(variant).roundBytes
const bars = [
  ['11 CPU per delivery: gateway / raw write', ratio((m) => m.cpu, 'gateway', 'raw'), 1.15],
  ['11 CPU per delivery: gateway / ws.send(string)', ratio((m) => m.cpu, 'gateway', 'ws.send'), 0.75],
  ['11 p99 latency: gateway / raw write', ratio((m) => m.p99, 'gateway', 'raw'), 1.2],
  ['12 CPU per message: 16 a batch / one by one', ratio((m) => m.cpu, 'batched', 'gateway'), 0.15],
  ['12 CPU per delivery: deflated / plain', ratio((m) => m.cpu, 'deflated', 'gateway'), 1.2],
  ['12 bytes: deflated / plain', bytes('deflated') / bytes('gateway'), 0.7],
  ['12 CPU per delivery: batches deflated / plain', ratio((m) => m.cpu, 'batched and deflated', 'batched'), 1.2],
  ['12 bytes: batches deflated / plain', bytes('batched and deflated') / bytes('batched'), 0.7],
  // Resident memory moves in steps as large as all connections together, so the heap is compared.
  ['13 memory per connection: gateway / ws.send', ratio((m) => m.heap, 'gateway', 'ws.send'), 1.5],
  ['13 memory per connection: deflated both ways / ws.send', ratio((m) => m.heap, 'deflated', 'ws.send'), 1.5],
] as const
console.table(
  bars.map(([bar, measured, limit]) => ({
    bar,
    measured: `${measured.toFixed(2)}x`,
    goal: `<= ${limit}x`,
    met: measured <= limit,
  })),
)
