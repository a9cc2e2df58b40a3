import { and, asc, eq, isNull } from 'drizzle-orm'
import type { AdminUser } from '#contract/admin.ts'
import type { GrantedRole } from '#contract/invitations.ts'
import type { Queries } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity.ts'
import { RequestError } from '#server/http/errors.ts'
import { writeAudit, type AuditAction } from '../audit/audit.ts'
import type { Actor } from '../request-context.ts'
import { endSessionsOf, type SessionEnded, type SessionEndReason } from '../sessions.ts'
import type { AdminDeps } from './deps.ts'
import { toAdminUser } from './users.ts'

/** A user after an act, and the sessions that it ended, to be published once it is durable. */
export interface UserActionResult {
  readonly user: AdminUser
  readonly ended: readonly SessionEnded[]
}

type Deps = Pick<AdminDeps, 'database' | 'onAccountChange'>
type Row = typeof users.$inferSelect

interface UserChange {
  readonly words: { readonly self: string }
  /** What changes; undefined when it is so already. */
  readonly set: (user: Row) => Partial<typeof users.$inferInsert> | undefined
  readonly action: AuditAction
  /** Why the user's sessions end; absent when they go on. */
  readonly ends?: SessionEndReason
  readonly details?: (user: Row) => Readonly<Record<string, unknown>>
}

/** Gives a role. The sessions of the old role end. */
export const changeRole = (deps: Deps, id: string, role: GrantedRole, actor: Actor): Promise<UserActionResult> =>
  applyChange(deps, id, actor, {
    words: { self: 'You cannot change your own role' },
    set: (user) => (user.role === role ? undefined : { role }),
    action: 'user.role_changed',
    ends: 'role',
    details: (user) => ({ from: user.role, to: role }),
  })

/** Lets an account in again, or keeps it out and ends its sessions. */
export const changeStatus = (deps: Deps, id: string, isActive: boolean, actor: Actor): Promise<UserActionResult> =>
  applyChange(deps, id, actor, {
    words: { self: 'You cannot deactivate your own account' },
    set: (user) => (user.isActive === isActive ? undefined : { isActive }),
    action: isActive ? 'user.activated' : 'user.deactivated',
    ...(!isActive && { ends: 'account' }),
  })

/** Takes an account out of use for good. Its row stays for the logs; its address may be invited again. */
export const deleteUser = (
  deps: Deps,
  id: string,
  reason: string | undefined,
  actor: Actor,
): Promise<UserActionResult> =>
  applyChange(deps, id, actor, {
    words: { self: 'You cannot delete your own account' },
    set: () => ({ isActive: false, deletedAt: new Date(actor.now) }),
    action: 'user.deleted',
    ends: 'account',
    details: () => ({ reason: reason ?? null }),
  })

/**
 * Changes somebody else's account, with its sessions and the audit entry, whole or not at all. All active administrators
 * are locked first and the actor must still be one: of two who act on each other at once only one succeeds, and as nobody
 * may act on himself, one administrator always remains.
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
      .for('update')
    if (!user) throw new RequestError(404, 'User not found')
    if (user.id === actor.actorId) throw new RequestError(409, change.words.self)
    const set = change.set(user)
    if (!set) return { user: toAdminUser(user), ended: [], afterCommit: () => undefined }
    const [changed] = await tx.update(users).set(set).where(eq(users.id, id)).returning()
    if (!changed) throw new Error('The changed user was not returned')
    const ended = change.ends ? await endSessionsOf(tx, id, change.ends, actor.now) : []
    const afterCommit = await onAccountChange(tx, id, actor)
    await writeAudit(tx, {
      action: change.action,
      userId: actor.actorId,
      ipAddress: actor.ipAddress,
      details: { target: id, target_email: user.email, ...change.details?.(user), sessions_ended: ended.length },
      at: actor.now,
    })
    return { user: toAdminUser(changed), ended, afterCommit }
  })
  afterCommit()
  return result
}

async function assertStillAdministrator(tx: Queries, actorId: string): Promise<void> {
  const administrators = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'Admin'), eq(users.isActive, true), isNull(users.deletedAt)))
    .orderBy(asc(users.id))
    .for('update')
  if (!administrators.some(({ id }) => id === actorId)) {
    throw new RequestError(403, 'Access denied. Admin role required.')
  }
}
