import type { ConnectionError } from '#src/machines/connection/context.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import type { ConnectionInfo, ConnectionStatus } from '#src/machines/connection/selectors.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

/** One of the two sockets as the shell shows it. */
export interface ConnectionView {
  readonly feed: FeedName
  readonly status: ConnectionStatus
  readonly isFallback: boolean
  readonly info: ConnectionInfo
  /** Oldest first. */
  readonly errors: readonly ConnectionError[]
  readonly onReconnect: () => void
}

export const FEED_NAMES: Record<FeedName, string> = { tdp: 'Market data', analytics: 'Analytics' }

export const STATUS_TONES: Record<ConnectionStatus, Tone> = {
  connected: 'success',
  connecting: 'info',
  reconnecting: 'warning',
  disconnected: 'neutral',
  error: 'danger',
}

/** The light of the top bar has two colours exactly: red while anything is polled in place of its socket, else green. */
export const lightOf = (connections: readonly ConnectionView[]): Tone =>
  connections.some(({ isFallback }) => isFallback) ? 'danger' : 'success'

/** What the light cannot say: 'Market data connected, Analytics error, API fallback'. */
export const connectionWords = (connections: readonly ConnectionView[]): string =>
  connections
    .map(({ feed, status, isFallback }) => `${FEED_NAMES[feed]} ${status}${isFallback ? ', API fallback' : ''}`)
    .join('; ')
