import { BehaviorSubject, timer, type Observable, type Subscription } from 'rxjs'
import * as z from 'zod/mini'
import type { FeedName } from '#src/machines/connection/ports.ts'
import type { ConnectionInfo, ConnectionStatus } from '#src/machines/connection/selectors.ts'
import { parseCacheEntry } from '#src/streams/cache-entry.ts'
import type { Cache } from '#src/transport/browser/cache.ts'

const feedSchema = z.object({
  status: z.enum([
    'disconnected',
    'connecting',
    'connected',
    'reconnecting',
    'error',
  ] as const satisfies readonly ConnectionStatus[]),
  lastHeartbeat: z.optional(z.number()),
  reconnectCount: z.number(),
})
const feedsSchema = z.object({ tdp: feedSchema, analytics: feedSchema })

/** State of the connections at the end of an earlier visit. Times are unix ms. */
export interface CachedConnections extends Readonly<z.infer<typeof feedsSchema>> {
  readonly cachedAt: number
}

interface CachedConnectionsDeps {
  readonly cache: Pick<Cache, 'read' | 'write'>
  readonly stateOf: (feed: FeedName) => { readonly status: ConnectionStatus; readonly info: ConnectionInfo }
  /** Emits when the state has to be written to the cache. */
  readonly due$: Observable<unknown>
  readonly now: () => number
}

/** Caches the state of the connections for the next visit and offers that of the last one until it expires. */
export function createCachedConnections({ cache, stateOf, due$, now }: CachedConnectionsDeps) {
  const cached$ = new BehaviorSubject<CachedConnections | undefined>(undefined)

  function save(): void {
    const of = (feed: FeedName) => {
      const { status, info } = stateOf(feed)
      return { status, lastHeartbeat: info.lastHeartbeat, reconnectCount: info.reconnectCount }
    }
    cache.write('connection-state', JSON.stringify({ tdp: of('tdp'), analytics: of('analytics') }))
  }

  return {
    connections$: cached$.asObservable(),
    /** Runs while a user is signed in. */
    start(): Subscription {
      const entry = parseCacheEntry(cache.read('connection-state'), feedsSchema)
      const running = due$.subscribe(save)
      if (entry !== undefined) {
        cached$.next(entry)
        running.add(timer(entry.expiresAt - now()).subscribe(() => cached$.next(undefined)))
      }
      running.add(() => cached$.next(undefined))
      return running
    },
  }
}
