import { setImmediate as nextTurn } from 'node:timers/promises'
import type { onSendAsyncHookHandler } from 'fastify'
import type { Database, Queries } from '#server/database/database.ts'
import { raise, type Sighting } from './alerts.ts'
import type { Observe, Observed } from './events.ts'
import { manyFailuresOnAccount, oneAddressManyAccounts } from './guessing.ts'
import { signInFromNewNetwork } from './new-network.ts'
import { roleChangeThenBulk } from './role-change-then-bulk.ts'

/** Events that may wait to be looked at; a flood must not fill the memory, and tells its story with fewer of them too. */
const MAX_WAITING = 1_000

export interface Watch {
  /** Has the detectors look at what happened, after the answer: what they do must not show in its time. */
  readonly observe: Observe
  /** Resolves when all that was observed has been looked at. */
  settled(): Promise<void>
}

export interface WatchDeps {
  readonly database: Database
  /** Hears of events that could not be looked at. */
  readonly report: (error: unknown) => void
}

export function createWatch({ database, report }: WatchDeps): Watch {
  let waiting = 0
  let last = Promise.resolve()
  const look = (event: Observed) =>
    database.transaction(async (tx) => {
      for (const sighting of await sightings(tx, event)) if (sighting) await raise(tx, sighting)
    })
  return {
    observe(event) {
      if (waiting >= MAX_WAITING) return report(new Error(`The detectors are behind: ${event.kind} is not looked at`))
      waiting += 1
      // The answer goes out in this turn; the detectors ask more of accounts that exist.
      last = last
        .then(() => nextTurn())
        .then(() => look(event))
        .catch(report)
        .finally(() => {
          waiting -= 1
        })
    },
    settled: () => last,
  }
}

/** Shows the detectors what an administrator changed, before the reply is sent. */
export const watchAdministrators =
  (observe: Observe, now: () => number): onSendAsyncHookHandler =>
  async ({ method, principal, routeOptions }, { statusCode }, payload) => {
    if (principal && statusCode === 200 && method !== 'GET' && routeOptions.url?.includes('/admin/')) {
      observe({ kind: 'administrator-acted', actorId: principal.userId, at: now() })
    }
    return payload
  }

async function sightings(tx: Queries, event: Observed): Promise<readonly (Sighting | undefined)[]> {
  switch (event.kind) {
    case 'sign-in-failed':
      return [await manyFailuresOnAccount(tx, event), await oneAddressManyAccounts(tx, event)]
    case 'signed-in':
      return [await signInFromNewNetwork(tx, event)]
    case 'administrator-acted':
      return [await roleChangeThenBulk(tx, event)]
  }
}
