import { and, eq, gt } from 'drizzle-orm'
import { PROOF } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { proofChallenges, sessions } from '#server/database/schema/identity.ts'
import { hashOf, newSecret } from '../secrets.ts'

/** Asks a session for a proof; returns the challenge, which opens nothing by itself and no session. */
export async function issueProofChallenge(tx: Queries, sessionId: string, now: number): Promise<string> {
  const challenge = newSecret()
  await tx
    .insert(proofChallenges)
    .values({ hash: hashOf(challenge), sessionId, expiresAt: new Date(now + PROOF.challengeLifeMs) })
  return challenge
}

/** Whether the challenge was issued to this session and can still be answered. Locked until the transaction ends. */
export async function lockProofChallenge(
  tx: Queries,
  challenge: string,
  sessionId: string,
  now: number,
): Promise<boolean> {
  const isOwn = and(eq(proofChallenges.hash, hashOf(challenge)), eq(proofChallenges.sessionId, sessionId))
  const rows = await tx
    .select({ sessionId: proofChallenges.sessionId })
    .from(proofChallenges)
    .where(and(isOwn, gt(proofChallenges.expiresAt, new Date(now))))
    .for('update')
  return rows.length > 0
}

/** Records that the user of a session has proven who they are, which ends its challenges. */
export async function recordProof(tx: Queries, sessionId: string, now: number): Promise<void> {
  await tx.delete(proofChallenges).where(eq(proofChallenges.sessionId, sessionId))
  await tx
    .update(sessions)
    .set({ provenAt: new Date(now) })
    .where(eq(sessions.id, sessionId))
}
