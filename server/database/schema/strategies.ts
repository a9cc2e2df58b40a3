import { sql } from 'drizzle-orm'
import { bigint, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { PAIR_IDS } from '#contract/pairs.ts'
import { MARKET_KINDS } from '#contract/provenance.ts'
import { DECISION_TYPES, PAUSE_REASONS, STRATEGY_STATUSES } from '#contract/strategies/names.ts'
import { timestampMs } from './columns.ts'
import { users } from './identity.ts'

/** Strategies. Only the status and the name in the definition ever change. */
export const strategies = pgTable(
  'strategies',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: STRATEGY_STATUSES }).notNull(),
    /** Set while the server has paused the strategy. */
    pausedBecause: text('paused_because', { enum: PAUSE_REASONS }),
    /** Set while it is stopped by its owner: for a short time that can be taken back. */
    stoppedAt: timestampMs('stopped_at'),
    /** The body that created it, validated against the contract when read. */
    definition: jsonb('definition').notNull(),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    index('strategies_user').on(table.userId, table.createdAt),
    index('strategies_active')
      .on(table.id)
      .where(sql`${table.status} = 'active'`),
  ],
)

/** Idempotency keys of creations: the same key gets the same response. Written in the creation's transaction. */
export const strategyCreations = pgTable(
  'strategy_creations',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    key: text('key').notNull(),
    /** SHA-256 of the request, in hex. */
    requestHash: text('request_hash').notNull(),
    /** The created strategy. No foreign key: it may have been deleted since. */
    strategyId: uuid('strategy_id').notNull(),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
)

/** Decisions with their evidence. The market's kind is part of the key. */
export const strategyDecisions = pgTable(
  'strategy_decisions',
  {
    strategyId: uuid('strategy_id')
      .notNull()
      .references(() => strategies.id, { onDelete: 'cascade' }),
    market: text('market', { enum: MARKET_KINDS }).notNull(),
    pair: text('pair', { enum: PAIR_IDS }).notNull(),
    /** Market time, unix ms. */
    decidedAt: bigint('decided_at', { mode: 'number' }).notNull(),
    type: text('type', { enum: DECISION_TYPES }).notNull(),
    confidence: doublePrecision('confidence').notNull(),
    strength: doublePrecision('strength').notNull(),
    /** Number of new usable signals, and the sum of their confidences. */
    signals: integer('signals').notNull(),
    confidenceSum: doublePrecision('confidence_sum').notNull(),
    evidence: jsonb('evidence').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.strategyId, table.market, table.decidedAt, table.pair] }),
    index('strategy_decisions_acts')
      .on(table.strategyId, table.market, table.decidedAt)
      .where(sql`${table.type} <> 'HOLD'`),
  ],
)

/** Counts over all decisions of a strategy, including deleted ones. */
export const strategyTotals = pgTable(
  'strategy_totals',
  {
    strategyId: uuid('strategy_id')
      .notNull()
      .references(() => strategies.id, { onDelete: 'cascade' }),
    market: text('market', { enum: MARKET_KINDS }).notNull(),
    buys: bigint('buys', { mode: 'number' }).notNull(),
    sells: bigint('sells', { mode: 'number' }).notNull(),
    holds: bigint('holds', { mode: 'number' }).notNull(),
    signals: bigint('signals', { mode: 'number' }).notNull(),
    confidenceSum: doublePrecision('confidence_sum').notNull(),
  },
  (table) => [primaryKey({ columns: [table.strategyId, table.market] })],
)
