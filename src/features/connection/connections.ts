import type { ConnectionError } from '#src/machines/connection/types.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import type { ConnectionInfo, ConnectionStatus } from '#src/machines/connection/selectors.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

/** One of the two sockets as its views show it. */
export interface ConnectionView {
  readonly feed: FeedName
  readonly status: ConnectionStatus
  readonly isFallback: boolean
  readonly info: ConnectionInfo
  /** Oldest first. */
  readonly errors: readonly ConnectionError[]
  /** The socket's address; its token reads `***`. */
  readonly url: string
  readonly onReconnect: () => void
}

export const STATUS_TONES: Record<ConnectionStatus, Tone> = {
  connected: 'success',
  connecting: 'info',
  reconnecting: 'warning',
  disconnected: 'neutral',
  error: 'danger',
}
