import { bigint, doublePrecision, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { PAIR_IDS } from '#contract/pairs.ts'
import { MARKET_KINDS } from '#contract/provenance.ts'
import { timestampMs } from './columns.ts'

const market = () => text('market', { enum: MARKET_KINDS }).notNull()
const pair = () => text('pair', { enum: PAIR_IDS }).notNull()

/** How far the cases of a pair are followed. */
export const scoreProgress = pgTable(
  'score_progress',
  {
    market: market(),
    pair: pair(),
    /** Which run of prices they belong to: another recording starts again. */
    series: text('series').notNull(),
    /** End of the last minute that was followed, unix ms of market time. */
    until: bigint('until', { mode: 'number' }).notNull(),
    state: jsonb('state').notNull(),
  },
  (table) => [primaryKey({ columns: [table.market, table.pair] })],
)

/** Cases that are open. */
export const scoreCases = pgTable(
  'score_cases',
  { market: market(), pair: pair(), key: text('key').notNull(), content: jsonb('content').notNull() },
  (table) => [primaryKey({ columns: [table.market, table.pair, table.key] })],
)

/** Counts of closed cases by kind, timeframe (empty for none), class, month and bin of claim. */
export const scoreTallies = pgTable(
  'score_tallies',
  {
    market: market(),
    pair: pair(),
    kind: text('kind').notNull(),
    timeframe: text('timeframe').notNull(),
    class: text('class').notNull(),
    month: text('month').notNull(),
    bin: integer('bin').notNull(),
    count: integer('count').notNull(),
    held: integer('held').notNull(),
    claimed: doublePrecision('claimed').notNull(),
    rising: integer('rising').notNull(),
    falling: integer('falling').notNull(),
    randomCount: integer('random_count').notNull(),
    randomHeld: integer('random_held').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.market, table.pair, table.month, table.kind, table.timeframe, table.class, table.bin],
    }),
  ],
)

/** Counts of a month of the candle library. */
export const scoreMonths = pgTable(
  'score_months',
  {
    source: text('source').notNull(),
    pair: pair(),
    month: text('month').notNull(),
    /** Of the candles and of the analysis: other ones are counted again. */
    version: text('version').notNull(),
    tallies: jsonb('tallies').notNull(),
    countedAt: timestampMs('counted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.pair, table.month] })],
)
