import type { ConnectionError } from './context.ts'
import type { ConnectionSnapshot } from './machine.ts'
import type { FeedName } from './ports.ts'

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected' | 'reconnecting' | 'error'

/** The sockets as people call them. */
export const FEED_NAMES: Record<FeedName, string> = { tdp: 'Market data', analytics: 'Analytics' }

/** All times are unix ms. */
export interface ConnectionInfo {
  readonly connectionId: string | undefined
  readonly connectedAt: number | undefined
  readonly lastHeartbeat: number | undefined
  readonly reconnectCount: number
  readonly isPersistent: boolean
}

/** What the chart needs to know of its connection. */
export interface ConnectionLink {
  readonly status: ConnectionStatus
  readonly wasConnected: boolean
  readonly isUnavailable: boolean
}

const STATUS = { disconnected: 'disconnected', suspended: 'disconnected', restarting: 'reconnecting' } as const

/**
 * The state of the connection as one of the five words that people see. Only a first attempt is connecting: waits and
 * attempts of a retry are one phase of reconnecting.
 */
export function connectionStatus({ value, context }: ConnectionSnapshot): ConnectionStatus {
  const { transport } = value
  if (typeof transport === 'string') return STATUS[transport]
  if ('online' in transport) {
    if (transport.online !== 'connecting') return 'connected'
    return context.attemptKind === 'first' ? 'connecting' : 'reconnecting'
  }
  return 'reconnecting' in transport ? 'reconnecting' : 'error'
}

/** True while the API is polled in place of the socket. */
export const isFallback = (snapshot: ConnectionSnapshot): boolean => snapshot.value.fallback === 'polling'

export const connectionInfo = ({ context }: ConnectionSnapshot): ConnectionInfo => ({
  connectionId: context.connectionId,
  connectedAt: context.connectedAt,
  lastHeartbeat: context.lastHeartbeat,
  reconnectCount: context.reconnectCount,
  isPersistent: context.isPersistent,
})

export const connectionLink = (snapshot: ConnectionSnapshot): ConnectionLink => ({
  status: connectionStatus(snapshot),
  wasConnected: snapshot.context.wasConnected,
  isUnavailable: snapshot.context.isUnavailable,
})

/** The last errors of this connection, oldest first; bounded. */
export const connectionErrors = ({ context }: ConnectionSnapshot): readonly ConnectionError[] => context.errors

/** The socket's address as people may see it. */
export const maskedUrl = ({ context }: ConnectionSnapshot): string => context.maskedUrl
