import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { PAIR_IDS } from '#contract/pairs.ts'
import { MARKET_KINDS } from '#contract/provenance.ts'
import { DECISION_TYPES, PAUSE_REASONS, STRATEGY_STATUSES } from '#contract/strategies/names.ts'
import { timestampMs } from './columns.ts'
import { users } from './identity.ts'

/** Strategies, each with its present version. */
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
    /** Set while it is archived. */
    archivedAt: timestampMs('archived_at'),
    /** Counts from 1. */
    versionNumber: integer('version_number').notNull().default(1),
    /** When the present version was saved; null for the first. */
    editedAt: timestampMs('edited_at'),
    /** The body that saved the present version, validated against the contract when read. Only its name ever changes. */
    definition: jsonb('definition').notNull(),
    /** Whether every Viewer may read it. */
    sharedWithViewers: boolean('shared_with_viewers').notNull().default(false),
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

/** The versions before the present one, which never change. */
export const strategyVersions = pgTable(
  'strategy_versions',
  {
    strategyId: uuid('strategy_id')
      .notNull()
      .references(() => strategies.id, { onDelete: 'cascade' }),
    versionNumber: integer('version_number').notNull(),
    definition: jsonb('definition').notNull(),
    /** When this version was saved. */
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.strategyId, table.versionNumber] })],
)

/** Users who may read a strategy of another. */
export const strategyShares = pgTable(
  'strategy_shares',
  {
    strategyId: uuid('strategy_id')
      .notNull()
      .references(() => strategies.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.strategyId, table.userId] }),
    index('strategy_shares_user').on(table.userId),
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
    /** The version that decided. */
    versionNumber: integer('version_number').notNull().default(1),
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
