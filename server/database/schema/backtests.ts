import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { BACKTEST_STATUSES } from '#contract/backtests/jobs.ts'
import { bytes, timestampMs } from './columns.ts'
import { users } from './identity.ts'

/** Backtests with simulated trades, and what they found. */
export const backtests = pgTable(
  'backtests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /** What was tested, by name. No foreign key: a strategy may have been deleted since. */
    subject: jsonb('subject').notNull(),
    /** What was tested, as it was then. */
    definition: jsonb('definition').notNull(),
    settings: jsonb('settings').notNull(),
    status: text('status', { enum: BACKTEST_STATUSES }).notNull(),
    /** Of a failed one. */
    reason: text('reason'),
    /** Of a done one; both are written with the status, in one statement. */
    summary: jsonb('summary'),
    /** The result as gzipped JSON. */
    result: bytes('result'),
    createdAt: timestampMs('created_at').notNull(),
    finishedAt: timestampMs('finished_at'),
  },
  (table) => [
    index('backtests_user').on(table.userId, table.createdAt),
    index('backtests_status').on(table.status, table.createdAt),
  ],
)
