import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { API_SCOPES } from '#contract/api-tokens.ts'
import { bytes, timestampMs } from './columns.ts'
import { users } from './identity.ts'

/** API tokens by their SHA-256; the tokens themselves are never stored. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    hash: bytes('hash').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    scopes: text('scopes', { enum: API_SCOPES }).array().notNull(),
    createdAt: timestampMs('created_at').notNull(),
    expiresAt: timestampMs('expires_at').notNull(),
    /** Written at most every quarter of an hour. */
    lastUsedAt: timestampMs('last_used_at'),
    revokedAt: timestampMs('revoked_at'),
  },
  (table) => [index('api_tokens_user').on(table.userId, table.createdAt), index('api_tokens_end').on(table.expiresAt)],
)
