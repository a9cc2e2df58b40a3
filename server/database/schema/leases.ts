import { bigint, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { PAIR_IDS } from '#contract/pairs.ts'
import { MARKET_KINDS } from '#contract/provenance.ts'
import { timestampMs } from './columns.ts'

/** Which process runs the market and the analysis of a pair, and until when unless it renews that. Times are the database's. */
export const leases = pgTable(
  'leases',
  {
    market: text('market', { enum: MARKET_KINDS }).notNull(),
    pair: text('pair', { enum: PAIR_IDS }).notNull(),
    /** The process; a restarted one is another. */
    holder: uuid('holder').notNull(),
    /** Where other processes reach its HTTP server; null while it does not listen yet. */
    address: text('address'),
    /** Grows with each change of the holder. */
    token: bigint('token', { mode: 'number' }).notNull(),
    expiresAt: timestampMs('expires_at').notNull(),
    /** When a process that stands by, and could do the holder's work, last asked for it; null if none has since it was taken. */
    wantedAt: timestampMs('wanted_at'),
  },
  (table) => [primaryKey({ columns: [table.market, table.pair] })],
)
