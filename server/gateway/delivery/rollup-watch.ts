import type { Subscription } from 'rxjs'
import { DEFAULT_TIMEFRAME, type Timeframe } from '#contract/timeframes.ts'
import type { EndpointDeps, Publication } from '../ports.ts'

/** Which clients have selected which timeframe; candles that no client has selected are not built. */
export interface RollupWatch {
  add(client: object, timeframe: Timeframe): void
  remove(client: object, timeframe: Timeframe): void
  stop(): void
}

export function createRollupWatch(
  rollups: EndpointDeps['rollups'],
  publish: (publication: Publication) => void,
): RollupWatch {
  const watched = new Map<Timeframe, { readonly clients: Set<object>; readonly subscription: Subscription }>()

  return {
    add(client, timeframe) {
      // One-minute candles are always published.
      if (rollups === undefined || timeframe === DEFAULT_TIMEFRAME) return
      const found = watched.get(timeframe)
      if (found) found.clients.add(client)
      else
        watched.set(timeframe, {
          clients: new Set([client]),
          subscription: rollups(timeframe).publications$.subscribe(publish),
        })
    },
    remove(client, timeframe) {
      const found = watched.get(timeframe)
      if (!found?.clients.delete(client) || found.clients.size > 0) return
      found.subscription.unsubscribe()
      watched.delete(timeframe)
    },
    stop() {
      for (const { subscription } of watched.values()) subscription.unsubscribe()
      watched.clear()
    },
  }
}
