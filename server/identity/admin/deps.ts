import type { Database, Queries } from '#server/database/database.ts'
import type { Actor } from '../request-context.ts'
import type { SessionEnded } from '../sessions.ts'

/**
 * Hears of an account whose role, standing or existence changes, in the transaction that changes it. Gives what is to be
 * done once that is durable.
 */
export type OnAccountChange = (tx: Queries, userId: string, actor: Actor) => Promise<() => void>

/** What the routes of the admin area work with. */
export interface AdminDeps {
  readonly database: Database
  readonly now: () => number
  /** Hears of each session that an act ended, once the act is durable. */
  readonly publish: (ended: SessionEnded) => void
  readonly onAccountChange: OnAccountChange
}
