import type { SessionEnded } from './sessions.ts'

interface UsedSession {
  readonly sessionId: string
  readonly userId: string
}

/**
 * What happened to sessions while the database accepted no writes, in memory until it does: those in use do not end as idle,
 * and those that were signed out are over.
 */
export interface UnstoredSessions {
  /** The session was used, and therefore ends at `end` (unix ms). */
  extend(session: UsedSession, end: number): void
  /** The session was ended. */
  end(ended: SessionEnded): void
  /** The end of a session, unix ms, whose stored one is given; 0 if it was ended. */
  endOf(sessionId: string, storedEnd: number): number
  /** Forgets a session, since its state was stored. */
  forget(sessionId: string): void
  /** Ended sessions that are yet to be stored. */
  ended(): readonly SessionEnded[]
  /** Removes the sessions whose extended end has come. */
  takeExpired(now: number): readonly SessionEnded[]
}

export function createUnstoredSessions(): UnstoredSessions {
  const extended = new Map<string, UsedSession & { readonly end: number }>()
  const ended = new Map<string, SessionEnded>()
  return {
    extend({ sessionId, userId }, end) {
      const latest = Math.max(end, extended.get(sessionId)?.end ?? end)
      extended.set(sessionId, { sessionId, userId, end: latest })
    },
    end(session) {
      extended.delete(session.sessionId)
      ended.set(session.sessionId, session)
    },
    endOf: (sessionId, storedEnd) =>
      ended.has(sessionId) ? 0 : Math.max(storedEnd, extended.get(sessionId)?.end ?? storedEnd),
    forget(sessionId) {
      extended.delete(sessionId)
      ended.delete(sessionId)
    },
    ended: () => [...ended.values()],
    takeExpired(now) {
      const expired = [...extended.values()].filter(({ end }) => end <= now)
      for (const { sessionId } of expired) extended.delete(sessionId)
      return expired.map(({ sessionId, userId }) => ({ sessionId, userId, reason: 'expired' }))
    },
  }
}
