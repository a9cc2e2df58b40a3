import { EMPTY, filter, map, merge, Subject } from 'rxjs'
import * as PAPER_API from '#contract/endpoints/paper.ts'
import type { PaperUpdate } from '#contract/messages.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import type { Bus } from '#server/cluster/bus/ports.ts'
import type { Database } from '#server/database/database.ts'
import type { PrivateFeed } from '#server/gateway/ports.ts'
import { allocationsOf, findAccounts } from './store.ts'
import { toAccountDto } from './views.ts'

/** Users in one event of the bus, whose texts PostgreSQL limits to 8,000 bytes. */
const MAX_USERS = 150

export interface PaperFeed extends PrivateFeed {
  /** Tells every process that the accounts of these users have changed. */
  readonly announce: (userIds: readonly string[]) => void
}

/** Accounts as they are stored, read again after each change. */
export function createPaperFeed({
  database: { db },
  bus,
  now,
}: {
  readonly database: Pick<Database, 'db'>
  readonly bus: Pick<Bus, 'isShared' | 'publish' | 'events$' | 'connected$'>
  readonly now: () => number
}): PaperFeed {
  const own = new Subject<readonly string[]>()
  const others$ = bus.events$.pipe(
    filter((event) => event.kind === 'paper-changed'),
    map(({ userIds }) => userIds),
  )
  return {
    path: SOCKET_PATHS.analytics,
    stream: 'PaperUpdate',
    isReadBy: ({ scopes }) => scopes === undefined || scopes.includes(PAPER_API.account.scope),
    // What other processes said before may be lost.
    changes$: merge(own, others$, bus.isShared ? bus.connected$.pipe(map(() => 'all' as const)) : EMPTY),
    announce(userIds) {
      if (userIds.length === 0) return
      own.next(userIds)
      for (let index = 0; index < userIds.length; index += MAX_USERS)
        bus.publish({ kind: 'paper-changed', userIds: userIds.slice(index, index + MAX_USERS) })
    },
    async load(userIds) {
      const accounts = await findAccounts(db, userIds)
      const allocations = await allocationsOf(
        db,
        accounts.map(({ id }) => id),
      )
      return new Map(
        accounts.map((account): [string, PaperUpdate] => [
          account.userId,
          {
            type: 'PaperUpdate',
            timestamp: now(),
            data: {
              account: toAccountDto(
                account,
                allocations.filter(({ accountId }) => accountId === account.id),
              ),
            },
          },
        ]),
      )
    },
  }
}
