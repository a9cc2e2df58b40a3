import { setTimeout as delay } from 'node:timers/promises'
import { leaderOf } from '#test/support/cluster/servers.ts'
import { signalAll } from '#test/support/process-tree.ts'
import type { Child, Cluster } from '../../scripts/cluster/cluster.ts'

/** What is done to a part of the cluster. */
export interface Act {
  readonly name: string
  /** The outage of a service that has no other: new data can only follow when it is back. */
  readonly before?: () => Promise<void>
  /** From here on others have to take over, or a service is back. */
  readonly act: () => Promise<void>
  readonly after?: () => Promise<void>
}

const STOPPED_MS = 15_000
const AWAY_MS = 20_000
const LEADER_ATTEMPTS = 30
const LOOK_MS = 500

/** All acts. `random` picks the gateway. */
export function actsOn(cluster: Cluster, random: () => number): readonly Act[] {
  const { redis, postgresql, gateways } = cluster
  /** One that has just taken over does not respond at once. */
  async function leader(attemptsLeft = LEADER_ATTEMPTS): Promise<Child> {
    try {
      return (await leaderOf(cluster)).child
    } catch (error) {
      if (attemptsLeft === 0) throw error
      await delay(LOOK_MS)
      return leader(attemptsLeft - 1)
    }
  }
  async function gateway(): Promise<Child> {
    const picked = gateways[Math.floor(random() * gateways.length)]
    if (picked === undefined) throw new Error('no gateway')
    return picked.child
  }
  const signalled = (name: string, of: () => Promise<Child>, signal: NodeJS.Signals): Act => ({
    name,
    act: async () => void (await of()).process.kill(signal),
  })
  function stopped(name: string, of: () => Promise<Child>): Act {
    let child: Child | undefined
    return {
      name: `${name} stopped for ${STOPPED_MS / 1_000} s`,
      async act() {
        child = await of()
        signalAll(child, 'SIGSTOP')
      },
      async after() {
        await delay(STOPPED_MS)
        if (child) signalAll(child, 'SIGCONT')
      },
    }
  }
  const away = (name: string, child: () => Child, ms: number): Act => ({
    name: `${name} stopped for ${ms / 1_000} s, from its return`,
    async before() {
      signalAll(child(), 'SIGSTOP')
      await delay(ms)
    },
    act: async () => signalAll(child(), 'SIGCONT'),
  })
  const restarted = (name: string, service: Cluster['redis'] | Cluster['postgresql'], signal: NodeJS.Signals): Act => ({
    name: `${name} ${signal === 'SIGKILL' ? 'killed' : 'ended'} and started again`,
    async act() {
      // The processes of PostgreSQL end with it, if it may end them.
      if (signal === 'SIGKILL') signalAll(service.child, signal)
      else service.child.process.kill(signal)
      await service.child.ended
      await service.restart()
    },
  })
  return [
    signalled('leader killed', () => leader(), 'SIGKILL'),
    signalled('leader ended', () => leader(), 'SIGTERM'),
    stopped('leader', () => leader()),
    signalled('gateway killed', gateway, 'SIGKILL'),
    signalled('gateway ended', gateway, 'SIGTERM'),
    stopped('gateway', gateway),
    restarted('Redis', redis, 'SIGKILL'),
    restarted('Redis', redis, 'SIGTERM'),
    away('Redis', () => redis.child, STOPPED_MS),
    restarted('PostgreSQL', postgresql, 'SIGKILL'),
    restarted('PostgreSQL', postgresql, 'SIGINT'),
    away('PostgreSQL', () => postgresql.child, AWAY_MS),
  ]
}

/** All acts in an order by chance, over and over. */
export function* drawActs(acts: readonly Act[], random: () => number): Generator<Act> {
  for (;;) {
    const order = acts.map((act) => ({ act, place: random() }))
    for (const { act } of order.toSorted((one, other) => one.place - other.place)) yield act
  }
}
