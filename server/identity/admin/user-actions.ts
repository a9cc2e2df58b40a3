import { and, asc, eq, isNull } from 'drizzle-orm'
import type { AdminUser } from '#contract/admin.ts'
import type { Role } from '#contract/roles.ts'
import type { Queries } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity.ts'
import { RequestError } from '#server/http/errors.ts'
import { writeAudit, type AuditAction } from '../audit/audit.ts'
import type { Actor } from '../context.ts'
import type { SessionEnded, SessionEndReason } from '../sessions.ts'
import type { AdminDeps } from './queries.ts'
import { readUser } from './users.ts'
import { endAccessOf, type EndedAccess } from '#server/identity/ended-access.ts'

/** The user after an action, and the sessions it ended, to be published after the commit. */
export interface UserActionResult {
  readonly user: AdminUser
  readonly ended: readonly SessionEnded[]
}

type Deps = Pick<AdminDeps, 'database' | 'onAccountChange'>
type Row = typeof users.$inferSelect

interface UserChange {
  /** Message when administrators try to apply the change to themselves. */
  readonly selfMessage: string
  /** The columns to change; undefined when nothing would change. */
  readonly set: (user: Row) => Partial<typeof users.$inferInsert> | undefined
  readonly action: AuditAction
  /** Reason with which the user's sessions end; absent when they continue. */
  readonly ends?: SessionEndReason
  readonly details?: (user: Row) => Readonly<Record<string, unknown>>
}

/** Changes the role and ends the user's sessions. */
export const changeRole = (deps: Deps, id: string, role: Role, actor: Actor): Promise<UserActionResult> =>
  applyChange(deps, id, actor, {
    selfMessage: 'You cannot change your own role',
    set: (user) => (user.role === role ? undefined : { role }),
    action: 'user.role_changed',
    ends: 'role',
    details: (user) => ({ from: user.role, to: role }),
  })

/** Activates an account, or deactivates it and ends its sessions. */
export const changeStatus = (deps: Deps, id: string, isActive: boolean, actor: Actor): Promise<UserActionResult> =>
  applyChange(deps, id, actor, {
    selfMessage: 'You cannot deactivate your own account',
    set: (user) => (user.isActive === isActive ? undefined : { isActive }),
    action: isActive ? 'user.activated' : 'user.deactivated',
    ...(!isActive && { ends: 'account' }),
  })

/** Deletes an account permanently. Its row stays for the logs; its address may be invited again. */
export const deleteUser = (
  deps: Deps,
  id: string,
  reason: string | undefined,
  actor: Actor,
): Promise<UserActionResult> =>
  applyChange(deps, id, actor, {
    selfMessage: 'You cannot delete your own account',
    set: () => ({ isActive: false, deletedAt: new Date(actor.now) }),
    action: 'user.deleted',
    ends: 'account',
    details: () => ({ reason: reason ?? null }),
  })

/**
 * Changes another user's account, its sessions and the audit log in one transaction. All active administrators are locked
 * first and the actor must still be one: of two who act on each other at the same time only one succeeds. As no one can act
 * on themselves, one administrator always remains.
 */
async function applyChange(
  { database, onAccountChange }: Deps,
  id: string,
  actor: Actor,
  change: UserChange,
): Promise<UserActionResult> {
  const { afterCommit, ...result } = await database.transaction(async (tx) => {
    await assertStillAdministrator(tx, actor.actorId)
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)))
      .for('no key update')
    if (!user) throw new RequestError(404, 'User not found')
    if (user.id === actor.actorId) throw new RequestError(409, change.selfMessage)
    const set = change.set(user)
    if (!set) return { user: await readUser(tx, id), ended: [], afterCommit: () => undefined }
    await tx.update(users).set(set).where(eq(users.id, id))
    const { ended, counts } = change.ends ? await endAccessOf(tx, id, change.ends, actor.now) : NOTHING_ENDED
    const afterCommit = await onAccountChange(tx, id, actor)
    await writeAudit(tx, {
      action: change.action,
      userId: actor.actorId,
      ipAddress: actor.ipAddress,
      details: { target: id, target_email: user.email, ...change.details?.(user), ...counts },
      at: actor.now,
    })
    return { user: await readUser(tx, id), ended, afterCommit }
  })
  afterCommit()
  return result
}

const NOTHING_ENDED: EndedAccess = { ended: [], counts: { sessions_ended: 0 } }

/** Locks all active administrators; throws 403 if the actor is none any more. */
export async function assertStillAdministrator(tx: Queries, actorId: string): Promise<void> {
  const administrators = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'Admin'), eq(users.isActive, true), isNull(users.deletedAt)))
    .orderBy(asc(users.id))
    .for('no key update')
  if (!administrators.some(({ id }) => id === actorId)) {
    throw new RequestError(403, 'Access denied. Admin role required.')
  }
}
