import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity.ts'
import { RequestError } from '#server/http/errors.ts'
import { assertStillAdministrator } from '../admin/user-actions.ts'
import { writeAudit } from '../audit/audit.ts'
import type { IdentityContext, Actor } from '../context.ts'
import { endSessionsOf, type SessionEnded } from '../sessions.ts'
import { dropChallenges } from './challenges.ts'
import { hasFactor } from './enrolled.ts'
import { dropGuesses } from './guesses.ts'
import { dropPasskeys } from './passkeys.ts'
import { dropRecoveryCodes } from './recovery-codes.ts'
import { dropTotp } from './totp-factor.ts'
import { BRAND } from '#contract/brand.ts'
import type { EmailContent } from '#server/identity/invitations/email-template.ts'

/** What a reset did: to whom, and the sessions to publish as ended. */
export interface FactorsReset {
  readonly email: string
  readonly ended: readonly SessionEnded[]
}

/**
 * Removes the second factors and recovery codes of another user, who lost them, and ends the user's sessions. Throws 404 for an
 * unknown user, 409 for oneself and for a user without a second factor.
 */
export async function resetFactors({ database }: IdentityContext, id: string, actor: Actor): Promise<FactorsReset> {
  return database.transaction(async (tx) => {
    await assertStillAdministrator(tx, actor.actorId)
    const email = await emailOfUser(tx, id)
    if (id === actor.actorId) throw new RequestError(409, 'You cannot reset your own second factors')
    if (!(await hasFactor(tx, id))) throw new RequestError(409, 'The user has no second factor')
    await dropFactors(tx, id)
    const ended = await endSessionsOf(tx, id, 'revoked', actor.now)
    await writeAudit(tx, {
      action: 'factor.reset',
      userId: actor.actorId,
      ipAddress: actor.ipAddress,
      details: { target: id, target_email: email, sessions_ended: ended.length },
      at: actor.now,
    })
    return { email, ended }
  })
}

async function emailOfUser(tx: Queries, id: string): Promise<string> {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('no key update')
  if (!user) throw new RequestError(404, 'User not found')
  return user.email
}

async function dropFactors(tx: Queries, userId: string): Promise<void> {
  await dropTotp(tx, userId)
  await dropPasskeys(tx, userId)
  await dropRecoveryCodes(tx, userId)
  await dropChallenges(tx, userId)
  await dropGuesses(tx, userId)
}

/** The e-mail to a user whose second factors an administrator has reset. */
export const resetEmail = (publicUrl: URL | undefined): EmailContent => ({
  subject: `Your second factors for ${BRAND} were reset`,
  paragraphs: [
    `An administrator removed the second factors and the recovery codes of your ${BRAND} account, and ended all its sessions.`,
    `Sign in with your password and set up a new one under Profile, Security${publicUrl ? ':' : '.'}`,
    ...(publicUrl ? [{ label: 'Profile, Security', href: new URL('/profile/security', publicUrl).href }] : []),
    'If you did not ask for this, change your password and speak to an administrator at once.',
  ],
})
