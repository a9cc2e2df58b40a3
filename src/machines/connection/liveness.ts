import { CONNECTION } from '#contract/limits.ts'

/** What is known of a link's life, in unix ms. */
export interface LinkActivity {
  /** When something last came in. */
  readonly lastActivityAt: number
  /** When the oldest heartbeat that nothing has answered was sent. */
  readonly unansweredSince: number | undefined
}

/** The server drops a peer after so long without a heartbeat; after a sleep this long nobody listens any more. */
const PEER_DROPPED_MS = 3 * CONNECTION.heartbeatMs

/**
 * How many ms the link may still be silent before it counts as dead; 0 means it is dead now.
 * Silence alone does not condemn it while our own heartbeat went out late, as in a hidden tab whose timers run once a
 * minute: an answer then still has the connection time-out to come in.
 */
export function msUntilDead({ lastActivityAt, unansweredSince }: LinkActivity, now: number): number {
  const silent = now - lastActivityAt
  if (silent >= PEER_DROPPED_MS) return 0
  const answerDue = (unansweredSince ?? now) + CONNECTION.connectTimeoutMs
  return Math.max(0, CONNECTION.deadLinkMs - silent, answerDue - now)
}
