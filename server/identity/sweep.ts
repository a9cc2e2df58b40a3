import { defer, EMPTY, catchError, exhaustMap, timer, type Observable } from 'rxjs'
import { unlessReadOnly } from '#server/database/errors.ts'
import { passkeySetups, signInChallenges } from '#server/database/schema/factors.ts'
import { proofChallenges } from '#server/database/schema/identity.ts'
import type { IdentityContext } from './context.ts'
import { dropOldApiTokens } from './api-tokens/api-tokens.ts'
import { dropOldResetLinks } from './password-reset/links.ts'
import { dropOldRefreshTokens } from './refresh-tokens.ts'
import { expiredSessions, type SessionEnded } from './sessions.ts'
import { storeSignOuts } from './sign-out.ts'
import { dropOldAttempts } from './sign-in.ts'
import { dropOldTickets } from './socket-tickets.ts'
import { dropOldThrottles } from './throttle.ts'
import type { UnstoredSessions } from './unstored-sessions.ts'
import { inArray, lte } from 'drizzle-orm'
import type { Queries } from '#server/database/database.ts'

/** A table of challenges, each under the SHA-256 of its challenge. */
type Challenges = typeof signInChallenges | typeof passkeySetups | typeof proofChallenges

/**
 * Deletes the challenges of a table that have expired, but for rows that a transaction holds: a sweep that waited for them, with
 * others in its hands, could end both as a deadlock. The next one takes them.
 */
export async function dropExpiredChallenges(tx: Queries, challenges: Challenges, now: number): Promise<void> {
  const expired = tx
    .select({ hash: challenges.hash })
    .from(challenges)
    .where(lte(challenges.expiresAt, new Date(now)))
    .for('update', { skipLocked: true })
  await tx.delete(challenges).where(inArray(challenges.hash, expired))
}

const INTERVAL_MS = 60_000

export interface SweepDeps extends IdentityContext {
  readonly unstored: UnstoredSessions
  /** Called when a sweep failed; the next one catches up. */
  readonly report: (error: unknown) => void
  /** Triggers a sweep; once a minute by default. */
  readonly ticks$?: Observable<unknown> | undefined
}

/** On every tick, emits the sessions that have expired, and deletes rows that no rule needs any more if that is possible. */
export function sweepPeriodically({
  database,
  unstored,
  now,
  report,
  ticks$ = timer(INTERVAL_MS, INTERVAL_MS),
}: SweepDeps): Observable<readonly SessionEnded[]> {
  let sweptUntil = now()
  const sweep = async () => {
    const at = now()
    const expired = (await expiredSessions(database.db, sweptUntil, at)).filter(
      ({ sessionId }) => unstored.endOf(sessionId, at) <= at,
    )
    const cleaned = database.transaction(async (tx) => {
      await dropOldTickets(tx, at)
      await dropExpiredChallenges(tx, signInChallenges, at)
      await dropExpiredChallenges(tx, passkeySetups, at)
      await dropExpiredChallenges(tx, proofChallenges, at)
      await dropOldRefreshTokens(tx, at)
      await dropOldThrottles(tx, at)
      await dropOldApiTokens(tx, at)
      await dropOldResetLinks(tx, at)
      await dropOldAttempts(tx, at)
      return true
    })
    if (await unlessReadOnly(cleaned)) await storeSignOuts({ database, unstored }, at)
    sweptUntil = at
    return uniqueBySession([...expired, ...unstored.takeExpired(at)])
  }
  return ticks$.pipe(
    // A slow sweep must not overlap with the next one.
    exhaustMap(() =>
      defer(sweep).pipe(
        catchError((error: unknown) => {
          report(error)
          return EMPTY
        }),
      ),
    ),
  )
}

const uniqueBySession = (ended: readonly SessionEnded[]): readonly SessionEnded[] => [
  ...new Map(ended.map((each) => [each.sessionId, each])).values(),
]
