import { and, eq, inArray, notInArray, or, not, isNotNull, sql } from 'drizzle-orm'
import { ROLES, roleReaches } from '#contract/roles.ts'
import type { Queries } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity.ts'
import { strategies } from '#server/database/schema/strategies.ts'
import { RequestError } from '#server/http/errors.ts'
import type { Actor, StrategyAudit } from '../ports.ts'

/** Roles that may trade. */
export const TRADER_ROLES = ROLES.filter((role) => roleReaches(role, 'Trader'))

const isDisabled = or(not(users.isActive), isNotNull(users.deletedAt))
const isIneligible = or(isDisabled, notInArray(users.role, TRADER_ROLES))

/**
 * Locks the account of a user who activates a strategy, so that it cannot change meanwhile. Throws a 403 if the user may
 * no longer trade, because the request may have been authorised just before a change.
 */
export async function lockTrader(tx: Queries, userId: string): Promise<void> {
  const [user] = await tx
    .select({ isIneligible: sql<boolean>`${isIneligible}` })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!user || user.isIneligible) throw new RequestError(403, 'Your account may no longer trade.')
}

/**
 * [SG-68] Pauses the active strategies of users who may not trade, with the reason, and returns their ids. `userId` limits it
 * to one owner; without an actor the server itself is recorded.
 */
export async function pauseIneligible(
  tx: Queries,
  audit: StrategyAudit,
  { at, userId, actor }: { readonly at: number; readonly userId?: string; readonly actor?: Actor },
): Promise<readonly string[]> {
  const ineligible = and(
    eq(users.id, strategies.userId),
    eq(strategies.status, 'active'),
    userId === undefined ? undefined : eq(users.id, userId),
    isIneligible,
  )
  // Locked in the order in which storing decisions locks them, so that neither waits for the other.
  const locked = await tx
    .select({ id: strategies.id })
    .from(strategies)
    .innerJoin(users, ineligible)
    .orderBy(strategies.id)
    .for('no key update', { of: strategies })
  if (locked.length === 0) return []
  const ids = locked.map(({ id }) => id)
  const paused = await tx
    .update(strategies)
    .set({
      status: 'paused',
      pausedBecause: sql`case when ${isDisabled} then 'account' else 'role' end`,
      updatedAt: new Date(at),
    })
    .from(users)
    .where(and(inArray(strategies.id, ids), ineligible))
    .returning({ id: strategies.id, userId: strategies.userId, reason: strategies.pausedBecause })
  for (const target of new Set(paused.map(({ userId: owner }) => owner))) {
    const own = paused.filter(({ userId: owner }) => owner === target)
    const details = { target, reason: own[0]?.reason, strategies: own.map(({ id }) => id) }
    await audit(tx, { action: 'strategy.paused', ...actor, details, at })
  }
  return paused.map(({ id }) => id)
}
