import { setImmediate as nextTurn } from 'node:timers/promises'
import type { onSendAsyncHookHandler } from 'fastify'
import type { Database, Queries } from '#server/database/database.ts'
import { raiseAlert, type Detection } from './alerts.ts'
import type { Observe, SecurityEvent } from './events.ts'
import { manyFailuresOnAccount, oneAddressManyAccounts } from './guessing.ts'
import { signInFromNewNetwork } from './new-network.ts'
import { roleChangeThenBulk } from './role-change-then-bulk.ts'

/** Maximum number of queued events, to bound memory; a flood is detected from fewer events too. */
const MAX_WAITING = 1_000

export interface Detectors {
  /** Queues an event for the detectors. They run after the response is sent, so that they do not affect its timing. */
  readonly observe: Observe
  /** Resolves when all queued events have been processed. */
  settled(): Promise<void>
}

export interface DetectorsDeps {
  readonly database: Database
  /** Called when an event could not be processed. */
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
      if (waiting >= MAX_WAITING) return report(new Error(`The detectors are behind: skipped ${event.kind}`))
      waiting += 1
      // The response is sent in this turn of the event loop; the detectors run more queries for accounts that exist.
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

/** Reports successful changes by administrators to the detectors. */
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
