import type { ConnectionError } from './types.ts'
import type { ConnectionSnapshot } from './machine.ts'
import type { FeedName } from './ports.ts'

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected' | 'reconnecting' | 'error'

const FEED_NAMES: Record<FeedName, string> = { tdp: 'Market data', analytics: 'Analytics' }

/** All times are unix ms. */
export interface ConnectionInfo {
  readonly connectionId: string | undefined
  readonly connectedAt: number | undefined
  readonly lastHeartbeat: number | undefined
  readonly reconnectCount: number
  readonly isPersistent: boolean
}

/** State of the connection that the chart depends on. */
export interface ConnectionLink {
  readonly status: ConnectionStatus
  readonly isUnresponsive: boolean
  readonly wasConnected: boolean
  readonly isUnavailable: boolean
}

const STATUS = { disconnected: 'disconnected', suspended: 'disconnected', restarting: 'reconnecting' } as const

/**
 * Status of the connection as shown to users. Only a first attempt is connecting: the waits and attempts of retries are
 * reconnecting.
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

/** Whether the connection stands but its server has stopped sending, as a frozen process does. */
export const isUnresponsive = (snapshot: ConnectionSnapshot): boolean =>
  snapshot.matches({ transport: { online: { connected: { link: { listening: 'unresponsive' } } } } })

/** Whether the API is polled in place of the socket. */
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
  isUnresponsive: isUnresponsive(snapshot),
  wasConnected: snapshot.context.wasConnected,
  isUnavailable: snapshot.context.isUnavailable,
})

/** The last errors, oldest first. */
export const connectionErrors = ({ context }: ConnectionSnapshot): readonly ConnectionError[] => context.errors

/** State of one of the two connections as screens show it. */
export interface ConnectionSummary {
  readonly feed: FeedName
  /** Display name. */
  readonly label: string
  readonly status: ConnectionStatus
  readonly isUnresponsive: boolean
  readonly isFallback: boolean
  /** Oldest first. */
  readonly errors: readonly ConnectionError[]
}

export const connectionSummary = (snapshot: ConnectionSnapshot): ConnectionSummary => {
  const { feed, errors } = snapshot.context
  return {
    feed,
    label: FEED_NAMES[feed],
    status: connectionStatus(snapshot),
    isUnresponsive: isUnresponsive(snapshot),
    isFallback: isFallback(snapshot),
    errors,
  }
}

/** URL of the socket with its token masked. */
export const maskedUrl = ({ context }: ConnectionSnapshot): string => context.maskedUrl
