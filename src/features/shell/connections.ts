import type { FeedName } from '#src/machines/connection/ports.ts'
import { FEED_NAMES, type ConnectionStatus } from '#src/machines/connection/selectors.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

/** One of the two sockets, as far as the top bar tells of it. */
export interface ConnectionLight {
  readonly feed: FeedName
  readonly status: ConnectionStatus
  readonly isFallback: boolean
}

/** The light of the top bar has two colours exactly: red while anything is polled in place of its socket, else green. */
export const connectionTone = (connections: readonly ConnectionLight[]): Tone =>
  connections.some(({ isFallback }) => isFallback) ? 'danger' : 'success'

/** What the light cannot say: 'Market data connected, Analytics error, API fallback'. */
export const connectionLabel = (connections: readonly ConnectionLight[]): string =>
  connections
    .map(({ feed, status, isFallback }) => `${FEED_NAMES[feed]} ${status}${isFallback ? ', API fallback' : ''}`)
    .join('; ')
