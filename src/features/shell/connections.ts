import type { Tone } from '#src/ui/theme/palettes.ts'

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected' | 'reconnecting' | 'error'

/** One of the two sockets as the shell shows it. All times are unix ms of the wall clock. */
export interface ConnectionView {
  readonly feed: 'tdp' | 'analytics'
  readonly status: ConnectionStatus
  readonly isFallback: boolean
  readonly info: {
    readonly connectionId: string | undefined
    readonly connectedAt: number | undefined
    readonly lastHeartbeat: number | undefined
    readonly reconnectCount: number
    readonly isPersistent: boolean
  }
  /** Oldest first. */
  readonly errors: readonly { readonly at: number; readonly text: string }[]
  readonly onReconnect: () => void
}

export const FEED_NAMES: Record<ConnectionView['feed'], string> = { tdp: 'Market data', analytics: 'Analytics' }

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
