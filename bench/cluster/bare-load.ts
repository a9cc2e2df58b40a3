import { answer, ask, startProcess } from '../processes.ts'
import type { BareCommand } from './bare.ts'
import type { Load } from './loads.ts'
import { measure, type Measured } from './measure.ts'
import type { Named } from './usage.ts'

/** As many bare servers as there are gateways. */
const SERVERS = 2

/** Measures bare `ws` servers that send messages of the same size, at the same rate, to as many sockets. */
export async function measureBare(load: Load, sample: string): Promise<Measured> {
  const children = Array.from({ length: SERVERS }, () => startProcess('cluster-bare'))
  try {
    const ports = await Promise.all(children.map((child) => answer<{ port: number }>(child)))
    const command: BareCommand = { rate: load.rate, sample }
    await Promise.all(children.map((child) => ask(child, command)))
    const targets = ports.map(({ port }) => `ws://127.0.0.1:${port}/`)
    const servers = children.map(({ pid }, n): Named => [`ws ${n + 1}`, pid])
    return await measure(load, { targets, tokens: [''], perToken: 1 }, servers)
  } finally {
    for (const child of children) child.kill()
  }
}
