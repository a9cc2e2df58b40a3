import type { FeedName } from '#src/machines/connection/ports.ts'
import { FEED_NAMES, type ConnectionStatus } from '#src/machines/connection/selectors.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

/** One of the two connections, as shown in the top bar. */
export interface ConnectionLight {
  readonly feed: FeedName
  readonly status: ConnectionStatus
  readonly isFallback: boolean
}

/** Red while any connection falls back to polling, else green. */
export const connectionTone = (connections: readonly ConnectionLight[]): Tone =>
  connections.some(({ isFallback }) => isFallback) ? 'danger' : 'success'

/** Accessible text: 'Market data connected; Analytics error, API fallback'. */
export const connectionLabel = (connections: readonly ConnectionLight[]): string =>
  connections
    .map(({ feed, status, isFallback }) => `${FEED_NAMES[feed]} ${status}${isFallback ? ', API fallback' : ''}`)
    .join('; ')
