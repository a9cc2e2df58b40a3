import { sql } from 'drizzle-orm'
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { LEDGER_KINDS } from '#contract/paper/account.ts'
import { PAIR_IDS } from '#contract/pairs.ts'
import { MARKET_KINDS } from '#contract/provenance.ts'
import { timestampMs } from './columns.ts'
import { users } from './identity.ts'

/** Paper accounts. A user has one at a time; those before stay. */
export const paperAccounts = pgTable(
  'paper_accounts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    settings: jsonb('settings').notNull(),
    limits: jsonb('limits').notNull(),
    /** Highest equity, largest drawdown, and the equity at the start of the day, as of the last minute. */
    marks: jsonb('marks').notNull(),
    startedAt: timestampMs('started_at').notNull(),
    endedAt: timestampMs('ended_at'),
    haltedAt: timestampMs('halted_at'),
    haltReason: text('halt_reason'),
    /** Grows with every change, also from one account of a user to the next. */
    revision: integer('revision').notNull().default(0),
  },
  (table) => [
    uniqueIndex('paper_accounts_user')
      .on(table.userId)
      .where(sql`${table.endedAt} is null`),
  ],
)

/** What strategies trade with. */
export const paperAllocations = pgTable(
  'paper_allocations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => paperAccounts.id),
    /** No foreign key: the strategy may be deleted. Null if it is traded by hand. */
    strategyId: uuid('strategy_id'),
    name: text('name').notNull(),
    market: text('market', { enum: MARKET_KINDS }).notNull(),
    pair: text('pair', { enum: PAIR_IDS }).notNull(),
    capital: doublePrecision('capital').notNull(),
    /** It ends once its equity is so far below its highest; null for no limit. */
    maxDrawdownPct: doublePrecision('max_drawdown_pct'),
    maxDailyLossPct: doublePrecision('max_daily_loss_pct'),
    /** Cash, position and order as of the last minute, written with the ledger. */
    state: jsonb('state').notNull(),
    /** What its backtest leads to expect; null without one. */
    expectation: jsonb('expectation'),
    startedAt: timestampMs('started_at').notNull(),
    endedAt: timestampMs('ended_at'),
    endReason: text('end_reason'),
  },
  (table) => [
    uniqueIndex('paper_allocations_strategy')
      .on(table.accountId, table.strategyId, table.pair)
      .where(sql`${table.endedAt} is null`),
    index('paper_allocations_pair')
      .on(table.market, table.pair)
      .where(sql`${table.endedAt} is null`),
  ],
)

/** Rows are only added. Amounts in the quote currency. */
export const paperLedger = pgTable(
  'paper_ledger',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => paperAccounts.id),
    seq: integer('seq').notNull(),
    /** Market time, unix ms. */
    at: bigint('at', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: LEDGER_KINDS }).notNull(),
    allocationId: uuid('allocation_id').references(() => paperAllocations.id),
    price: doublePrecision('price'),
    quantity: doublePrecision('quantity'),
    cash: doublePrecision('cash').notNull(),
    position: doublePrecision('position').notNull(),
    fee: doublePrecision('fee').notNull(),
    profit: doublePrecision('profit').notNull(),
    capital: doublePrecision('capital').notNull(),
    text: text('text').notNull(),
    trade: jsonb('trade'),
    /** Of a fill of an order that was placed by hand. */
    orderId: uuid('order_id'),
    /** Of the rows of an allocation in the minute, from 0; -1 for what ended it between two minutes. */
    nth: integer('nth').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.seq] }),
    // No minute is traded twice.
    uniqueIndex('paper_ledger_fill')
      .on(table.allocationId, table.at, table.nth)
      .where(sql`${table.kind} in ('open', 'close')`),
  ],
)

/** Orders that were placed by hand and have ended; those that wait are in the state of their allocation. */
export const paperOrders = pgTable(
  'paper_orders',
  {
    id: uuid('id').primaryKey(),
    allocationId: uuid('allocation_id')
      .notNull()
      .references(() => paperAllocations.id),
    /** Market time, unix ms. */
    endedAt: bigint('ended_at', { mode: 'number' }).notNull(),
    order: jsonb('order').notNull(),
  },
  (table) => [index('paper_orders_allocation').on(table.allocationId, table.endedAt)],
)

/** Equity of allocations at full hours of market time. */
export const paperMarks = pgTable(
  'paper_marks',
  {
    allocationId: uuid('allocation_id')
      .notNull()
      .references(() => paperAllocations.id),
    /** Unix ms. */
    at: bigint('at', { mode: 'number' }).notNull(),
    equity: doublePrecision('equity').notNull(),
  },
  (table) => [primaryKey({ columns: [table.allocationId, table.at] })],
)
