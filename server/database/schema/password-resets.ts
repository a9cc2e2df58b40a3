import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytes, timestampMs } from './columns.ts'
import { users } from './identity.ts'

/** Links that reset a password, by the SHA-256 of their secret, which is never stored. */
export const passwordResets = pgTable(
  'password_resets',
  {
    hash: bytes('hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: timestampMs('created_at').notNull(),
    expiresAt: timestampMs('expires_at').notNull(),
  },
  (table) => [index('password_resets_user').on(table.userId, table.createdAt)],
)
