import { bigint, doublePrecision, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { MARKET_KINDS } from '#contract/provenance.ts'
import { PAIR_IDS } from '#contract/pairs.ts'

/** Closed one-minute candles that their source cannot provide again. The market's kind is part of the key. */
export const minuteCandles = pgTable(
  'minute_candles',
  {
    market: text('market', { enum: MARKET_KINDS }).notNull(),
    pair: text('pair', { enum: PAIR_IDS }).notNull(),
    /** Unix seconds. */
    openedAt: bigint('opened_at', { mode: 'number' }).notNull(),
    open: doublePrecision('open').notNull(),
    high: doublePrecision('high').notNull(),
    low: doublePrecision('low').notNull(),
    close: doublePrecision('close').notNull(),
    volume: doublePrecision('volume').notNull(),
  },
  (table) => [primaryKey({ columns: [table.market, table.pair, table.openedAt] })],
)
