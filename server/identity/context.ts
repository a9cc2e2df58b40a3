import type { Database } from '#server/database/database.ts'

/** What every part of the identity service works with. */
export interface IdentityContext {
  readonly database: Database
  /** Unix milliseconds. */
  readonly now: () => number
}
