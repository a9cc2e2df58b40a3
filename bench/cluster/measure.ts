import type { ChildProcess } from 'node:child_process'
import { ask, endOf, interrupted, startProcess } from '../processes.ts'
import type { Account, Connected, CrowdCommand } from './crowd.ts'
import type { Load } from './loads.ts'
import type { Places } from './sockets.ts'
import { usageOf, watchUsage, type Named, type Used } from './usage.ts'

export interface Measured {
  readonly account: Account
  readonly connectS: number
  readonly used: readonly Used[]
  /** Memory of each server before the first socket. */
  readonly idleBytes: ReadonlyMap<string, number>
}

/** Lets one-time work end: snapshots, and code that is optimized. */
const SETTLE_MS = 3_000
const settle = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Connects a crowd in a process of its own, and measures for the seconds of the load. */
export async function measure(load: Load, places: Omit<Places, 'count'>, servers: readonly Named[]): Promise<Measured> {
  const crowd: ChildProcess = startProcess('cluster-crowd')
  const ended = endOf(crowd)
  const ofCrowd = <T>(command: CrowdCommand) => Promise.race([ask<T>(crowd, command), ended, interrupted])
  try {
    const idleBytes = new Map(servers.map(([name, pid]) => [name, usageOf(pid).rssBytes]))
    const { seconds: connectS } = await ofCrowd<Connected>({ do: 'connect', ...places, count: load.sockets })
    await settle(SETTLE_MS)
    const used = watchUsage([...servers, ['generator', crowd.pid]])
    await ofCrowd({ do: 'begin' })
    await Promise.race([settle(load.seconds * 1_000), ended, interrupted])
    const atEnd = used()
    return { account: await ofCrowd<Account>({ do: 'end' }), connectS, used: atEnd, idleBytes }
  } finally {
    crowd.kill()
  }
}
