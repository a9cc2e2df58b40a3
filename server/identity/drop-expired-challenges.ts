import { inArray, lte } from 'drizzle-orm'
import type { Queries } from '#server/database/database.ts'
import type { passkeySetups, signInChallenges } from '#server/database/schema/factors.ts'
import type { proofChallenges } from '#server/database/schema/identity.ts'

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
