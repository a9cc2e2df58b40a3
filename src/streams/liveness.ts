import type { LiveLink } from './ports.ts'

/**
 * Whether data of a connection is live. polled: the API replaces the socket; unresponsive: connected, but the server has
 * stopped sending, as a frozen process does.
 */
export type Liveness = 'live' | 'connecting' | 'reconnecting' | 'unresponsive' | 'polled' | 'disconnected'

/** Liveness of a connection in this state. */
export function livenessOf({ status, isUnresponsive = false }: Pick<LiveLink, 'status' | 'isUnresponsive'>): Liveness {
  if (status === 'connected') return isUnresponsive ? 'unresponsive' : 'live'
  return status === 'error' ? 'polled' : status
}

/** What is shown in place of the time of the last update; undefined while data arrives, by socket or polled. */
export const LIVENESS_TEXTS: Record<Liveness, string | undefined> = {
  live: undefined,
  polled: undefined,
  connecting: 'Connecting…',
  reconnecting: 'Reconnecting…',
  unresponsive: 'Server not responding…',
  disconnected: 'Disconnected',
}
