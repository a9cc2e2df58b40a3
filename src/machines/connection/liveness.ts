import { CONNECTION, LIVENESS } from '#contract/limits.ts'
import type { ConnectionContext } from './types.ts'

/** Starts a first attempt, or waits like a restart when the connect limit is reached. */
export const ATTEMPT = [
  {
    guard: 'canConnect',
    target: '#connection.transport.online',
    actions: { type: 'beginAttempts', params: { kind: 'first' } },
  },
  { target: '#connection.transport.restarting' },
] as const

/** Entry actions of every state without a socket. */
export const CLOSE_SOCKETS = ['closeCurrent', 'closeNewest', 'clearCurrent'] as const

/** Last signs of life of a link, in unix ms. */
export interface LinkActivity {
  /** Time of the last incoming message. */
  readonly lastActivityAt: number
  /** Time of the oldest unanswered heartbeat. */
  readonly unansweredSince: number | undefined
}

/** The server drops a peer after this long without a heartbeat, so a longer silence means the connection is gone. */
const PEER_DROPPED_MS = 3 * CONNECTION.heartbeatMs

/**
 * Time in ms until the link counts as dead; 0 if it is dead now. Silence alone is not enough while our own heartbeat
 * was late, as in a hidden tab whose timers run once a minute: its response still gets the connection timeout.
 */
export function msUntilDead({ lastActivityAt, unansweredSince }: LinkActivity, now: number): number {
  const silent = now - lastActivityAt
  if (silent >= PEER_DROPPED_MS) return 0
  const answerDue = (unansweredSince ?? now) + CONNECTION.connectTimeoutMs
  return Math.max(0, CONNECTION.deadLinkMs - silent, answerDue - now)
}

/**
 * Time in ms until a silent connection counts as unresponsive; 0 if it does now, Infinity if its server does not promise
 * to send anything. It stays connected until it is dead, but what it brought is no longer live.
 */
export const msUntilUnresponsive = (
  { lastActivityAt, idleHeartbeatMs = Infinity }: Pick<ConnectionContext, 'lastActivityAt' | 'idleHeartbeatMs'>,
  now: number,
): number => Math.max(0, lastActivityAt + LIVENESS.missedIdleHeartbeats * idleHeartbeatMs - now)
