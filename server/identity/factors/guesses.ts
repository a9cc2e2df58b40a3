import { and, eq } from 'drizzle-orm'
import { FACTORS } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { factorGuesses, type Guessed } from '#server/database/schema/factors.ts'
import { countInWindow, countWithBackoff, type FailureCounter } from '../backoff.ts'

const DAY_MS = 86_400_000

/** Wrong codes of a user and a method: of the current wait, and of the day. */
export interface GuessCounters {
  readonly recent: FailureCounter
  readonly day: FailureCounter
}

/** The counters including this guess, or how long to wait. A guess that has to wait is not counted. */
export type GuessAdmission = { readonly counted: GuessCounters } | { readonly waitMs: number }

/**
 * Counts a guess before it is looked at: ten wrong codes within 15 minutes, then waits of 1, 2, 4, 8 and 15 minutes, and in all
 * no more than `FACTORS.guessesPerDay` a day.
 */
export function countGuess(stored: GuessCounters | undefined, now: number): GuessAdmission {
  const day = countInWindow(stored?.day, now, FACTORS.guessesPerDay, DAY_MS)
  if ('waitMs' in day) return day
  const recent = countWithBackoff(stored?.recent, now)
  return 'waitMs' in recent ? recent : { counted: { recent: recent.counted, day: day.counted } }
}

/** Whose guesses of what are counted. */
export interface Guesser {
  readonly userId: string
  readonly method: Guessed
}

const matches = ({ userId, method }: Guesser) => and(eq(factorGuesses.userId, userId), eq(factorGuesses.method, method))

/** Counts a guess of the user, safely under concurrency. Resolves to the milliseconds to wait if it must not be looked at. */
export async function admitGuess(tx: Queries, guesser: Guesser, now: number): Promise<number | undefined> {
  const start = new Date(now)
  await tx
    .insert(factorGuesses)
    .values({ ...guesser, failures: 0, windowStartedAt: start, dayFailures: 0, dayStartedAt: start })
    .onConflictDoNothing()
  const [row] = await tx.select().from(factorGuesses).where(matches(guesser)).for('update')
  const admission = countGuess(row && countersOf(row), now)
  if ('waitMs' in admission) return admission.waitMs
  await tx.update(factorGuesses).set(columnsOf(admission.counted)).where(matches(guesser))
  return undefined
}

/** Reverts `admitGuess` after a right code. The guesses of the day stay: an intruder cannot wait for the owner to clear them. */
export async function uncountGuess(tx: Queries, guesser: Guesser, now: number): Promise<void> {
  const [row] = await tx.select().from(factorGuesses).where(matches(guesser))
  const dayFailures = Math.max(0, (row?.dayFailures ?? 0) - 1)
  await tx
    .update(factorGuesses)
    .set({ failures: 0, windowStartedAt: new Date(now), blockedUntil: null, dayFailures })
    .where(matches(guesser))
}

export async function dropGuesses(tx: Queries, userId: string): Promise<void> {
  await tx.delete(factorGuesses).where(eq(factorGuesses.userId, userId))
}

const countersOf = (row: typeof factorGuesses.$inferSelect): GuessCounters => ({
  recent: {
    failures: row.failures,
    windowStartedAt: row.windowStartedAt.getTime(),
    blockedUntil: row.blockedUntil?.getTime(),
  },
  day: { failures: row.dayFailures, windowStartedAt: row.dayStartedAt.getTime(), blockedUntil: undefined },
})

const columnsOf = ({ recent, day }: GuessCounters) => ({
  failures: recent.failures,
  windowStartedAt: new Date(recent.windowStartedAt),
  blockedUntil: recent.blockedUntil === undefined ? null : new Date(recent.blockedUntil),
  dayFailures: day.failures,
  dayStartedAt: new Date(day.windowStartedAt),
})
