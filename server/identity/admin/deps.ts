import type { Database } from '#server/database/database.ts'
import type { SessionEnded } from '../sessions.ts'

/** What the routes of the admin area work with. */
export interface AdminDeps {
  readonly database: Database
  readonly now: () => number
  /** Hears of each session that an act ended, once the act is durable. */
  readonly publish: (ended: SessionEnded) => void
}
