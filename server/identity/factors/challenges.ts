import { eq, or } from 'drizzle-orm'
import { FACTORS } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { signInChallenges } from '#server/database/schema/factors.ts'
import { hashOf, newSecret } from '../secrets.ts'
import type { Account } from '../users.ts'

/** A step of a sign-in that is due. */
export interface SignInStep {
  /** Whether a passkey has to do without a password. */
  readonly isAlone: boolean
  /** As given with the password. */
  readonly remembered: boolean
  /** Whether `passwordHash` is still the password that the first step was done with. */
  readonly isPassword: (passwordHash: string) => boolean
}

/** Starts a sign-in with a passkey alone, of whichever user; returns the challenge. */
export async function issuePasskeyChallenge(tx: Queries, now: number): Promise<string> {
  const challenge = newSecret()
  const expiresAt = new Date(now + FACTORS.challengeLifeMs)
  await tx.insert(signInChallenges).values({ hash: hashOf(challenge), remembered: false, expiresAt })
  return challenge
}

/** Starts the second step for an account whose password was right; returns the challenge. */
export async function issueChallenge(
  tx: Queries,
  { id: userId, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
  { remembered, now }: { readonly remembered: boolean; readonly now: number },
): Promise<string> {
  const challenge = newSecret()
  await tx.insert(signInChallenges).values({
    hash: hashOf(challenge),
    userId,
    passwordMark: hashOf(passwordHash),
    remembered,
    expiresAt: new Date(now + FACTORS.challengeLifeMs),
  })
  return challenge
}

/** Whose challenge it is: of no user in particular if a passkey is to sign in alone; undefined if it is unknown. */
export async function userOfChallenge(db: Queries, challenge: string): Promise<string | null | undefined> {
  const [row] = await db
    .select({ userId: signInChallenges.userId })
    .from(signInChallenges)
    .where(eq(signInChallenges.hash, hashOf(challenge)))
  return row?.userId
}

/**
 * The step of a challenge, locked until the transaction ends; undefined if it is unknown, used or expired. Lock the account
 * first: who answers a challenge ends the others of that user.
 */
export async function lockChallenge(tx: Queries, challenge: string, now: number): Promise<SignInStep | undefined> {
  const [row] = await tx
    .select()
    .from(signInChallenges)
    .where(eq(signInChallenges.hash, hashOf(challenge)))
    .for('update')
  if (!row || row.expiresAt.getTime() <= now) return undefined
  const mark = row.passwordMark && Buffer.from(row.passwordMark)
  return {
    isAlone: mark === null,
    remembered: row.remembered,
    isPassword: (passwordHash) => mark?.equals(hashOf(passwordHash)) === true,
  }
}

/** Ends the challenges of a user, and the one that was answered, if it was for any. */
export async function dropChallenges(tx: Queries, userId: string, answered?: string): Promise<void> {
  const isAnswered = answered === undefined ? undefined : eq(signInChallenges.hash, hashOf(answered))
  await tx.delete(signInChallenges).where(or(eq(signInChallenges.userId, userId), isAnswered))
}
