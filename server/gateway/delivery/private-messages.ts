import type { Client } from '../clients/client.ts'
import type { Registry } from '../clients/registry.ts'
import type { GatewayEvent, PrivateFeed } from '../ports.ts'
import type { Timers } from '../timers.ts'
import type { Delivery } from './delivery.ts'
import { encodeEntry } from './entry-queue.ts'

/** Changes within this time are one message, and clients that connect within it one query. */
const COLLECT_MS = 100
/** After a failure. */
const RETRY_MS = 5_000

/** Sends users what is theirs alone. */
export interface PrivateMessages {
  /** Sends a client that has just connected the newest state. */
  onJoined(client: Client): void
  stop(): void
}

export interface PrivateMessagesDeps {
  readonly feed: PrivateFeed
  readonly registry: Pick<Registry, 'all' | 'ofUser'>
  readonly delivery: Pick<Delivery<Client>, 'deliver'>
  readonly timers: Pick<Timers, 'after'>
  readonly report: ((event: GatewayEvent) => void) | undefined
}

export function createPrivateMessages(deps: PrivateMessagesDeps): PrivateMessages {
  const { feed, registry, delivery, timers, report } = deps
  const { path, stream } = feed
  /** Users whose message is to be sent. */
  let due = new Set<string>()
  let isScheduled = false
  let isStopped = false
  let cancel = (): void => undefined

  const isReader = (client: Client): boolean => client.path === path && feed.isReadBy(client.principal)
  const readersOf = (userId: string): readonly Client[] => registry.ofUser(userId).filter(isReader)

  function schedule(ms: number): void {
    if (isScheduled || isStopped || due.size === 0) return
    isScheduled = true
    cancel = timers.after(ms, () => void send())
  }

  /** One at a time, so that an older state never follows a newer one. */
  async function send(): Promise<void> {
    const userIds = [...due]
    due = new Set()
    let next = COLLECT_MS
    try {
      for (const [userId, message] of await feed.load(userIds)) {
        const entry = encodeEntry({ stream, delivery: 'latest', message }, 0)
        for (const client of readersOf(userId)) delivery.deliver(client, [entry], client.encode([entry.text]))
      }
    } catch (error) {
      report?.({ kind: 'failure', path, during: stream, error })
      for (const userId of userIds) due.add(userId)
      next = RETRY_MS
    }
    isScheduled = false
    schedule(next)
  }

  const changes = feed.changes$.subscribe((changed) => {
    const userIds =
      changed === 'all' ? [...registry.all()].filter(isReader).map(({ principal }) => principal.userId) : changed
    for (const userId of userIds) if (readersOf(userId).length > 0) due.add(userId)
    schedule(COLLECT_MS)
  })

  return {
    onJoined(client) {
      if (!isReader(client)) return
      due.add(client.principal.userId)
      schedule(COLLECT_MS)
    },
    stop() {
      isStopped = true
      cancel()
      changes.unsubscribe()
    },
  }
}
