import type { Queries } from '#server/database/database.ts'
import type { IdentityContext } from '../context.ts'
import type { Actor } from '../request-context.ts'
import type { SessionEnded } from '../sessions.ts'

/**
 * Called when an account's role or status changes or it is deleted, inside the same transaction. Resolves to a callback to
 * run after the commit.
 */
export type OnAccountChange = (tx: Queries, userId: string, actor: Actor) => Promise<() => void>

/** Dependencies of the admin routes. */
export interface AdminDeps extends IdentityContext {
  /** Called for each session that an action ended, after the commit. */
  readonly publish: (ended: SessionEnded) => void
  readonly onAccountChange: OnAccountChange
}
