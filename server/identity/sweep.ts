import { defer, EMPTY, catchError, exhaustMap, timer, type Observable } from 'rxjs'
import type { Database } from '#server/database/database.ts'
import { dropOldRefreshTokens } from './refresh-tokens.ts'
import { expiredSessions, type SessionEnded } from './sessions.ts'
import { dropOldAttempts } from './sign-in.ts'
import { dropOldTickets } from './socket-tickets.ts'
import { dropOldThrottles } from './throttle.ts'

const INTERVAL_MS = 60_000

export interface SweepDeps {
  readonly database: Database
  readonly now: () => number
  /** Hears of a sweep that failed; the next one does its work too. */
  readonly report: (error: unknown) => void
  /** When to sweep. Once a minute unless a test says otherwise. */
  readonly ticks$?: Observable<unknown>
}

/** At every tick: gives the sessions whose time ran out, and deletes what no rule can look at any more. */
export function sweepPeriodically({
  database,
  now,
  report,
  ticks$ = timer(INTERVAL_MS, INTERVAL_MS),
}: SweepDeps): Observable<readonly SessionEnded[]> {
  let sweptUntil = now()
  const sweep = async () => {
    const at = now()
    const expired = await expiredSessions(database.db, sweptUntil, at)
    await database.transaction(async (tx) => {
      await dropOldTickets(tx, at)
      await dropOldRefreshTokens(tx, at)
      await dropOldThrottles(tx, at)
      await dropOldAttempts(tx, at)
    })
    sweptUntil = at
    return expired
  }
  return ticks$.pipe(
    // A sweep that takes longer than the pause must not run beside the next.
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
