import { setImmediate as nextTurn } from 'node:timers/promises'
import type { onSendAsyncHookHandler } from 'fastify'
import type { Database, Queries } from '#server/database/database.ts'
import { raiseAlert, type Detection } from './alerts.ts'
import type { Observe, SecurityEvent } from './events.ts'
import { manyFailuresOnAccount, oneAddressManyAccounts } from './guessing.ts'
import { signInFromNewNetwork } from './new-network.ts'
import { roleChangeThenBulk } from './role-change-then-bulk.ts'

/** Events that may wait to be looked at; a flood must not fill the memory, and tells its story with fewer of them too. */
const MAX_WAITING = 1_000

export interface Detectors {
  /** Has the detectors look at what happened, after the answer: what they do must not show in its time. */
  readonly observe: Observe
  /** Resolves when all that was observed has been looked at. */
  settled(): Promise<void>
}

export interface DetectorsDeps {
  readonly database: Database
  /** Hears of events that could not be looked at. */
  readonly report: (error: unknown) => void
}

export function createDetectors({ database, report }: DetectorsDeps): Detectors {
  let waiting = 0
  let queue = Promise.resolve()
  const runDetectors = (event: SecurityEvent) =>
    database.transaction(async (tx) => {
      for (const detection of await detect(tx, event)) if (detection) await raiseAlert(tx, detection)
    })
  return {
    observe(event) {
      if (waiting >= MAX_WAITING) return report(new Error(`The detectors are behind: ${event.kind} is not looked at`))
      waiting += 1
      // The answer goes out in this turn; the detectors ask more of accounts that exist.
      queue = queue
        .then(() => nextTurn())
        .then(() => runDetectors(event))
        .catch(report)
        .finally(() => {
          waiting -= 1
        })
    },
    settled: () => queue,
  }
}

/** Shows the detectors what an administrator changed, before the reply is sent. */
export const observeAdministrators =
  (observe: Observe, now: () => number): onSendAsyncHookHandler =>
  async ({ method, principal, routeOptions }, { statusCode }, payload) => {
    if (principal && statusCode === 200 && method !== 'GET' && routeOptions.url?.includes('/admin/')) {
      observe({ kind: 'administrator-acted', actorId: principal.userId, at: now() })
    }
    return payload
  }

async function detect(tx: Queries, event: SecurityEvent): Promise<readonly (Detection | undefined)[]> {
  switch (event.kind) {
    case 'sign-in-failed':
      return [await manyFailuresOnAccount(tx, event), await oneAddressManyAccounts(tx, event)]
    case 'signed-in':
      return [await signInFromNewNetwork(tx, event)]
    case 'administrator-acted':
      return [await roleChangeThenBulk(tx, event)]
  }
}
