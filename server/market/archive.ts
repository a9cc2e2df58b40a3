import { and, asc, count, eq, gte, inArray, lt, min, type SQL } from 'drizzle-orm'
import type { Candle } from '#contract/candles.ts'
import { PAIR_IDS, type PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Database } from '#server/database/database.ts'
import { minuteCandles } from '#server/database/schema/candles.ts'
import type { CandleArchive } from './ports.ts'

/** Rows per statement: far below PostgreSQL's limit of 65,535 parameters. */
const ROWS_PER_STATEMENT = 1_000

/** Stores candles of one market kind in the database. A clock gives fractions of a second, which PostgreSQL refuses in a whole number. */
export function createCandleArchive(database: Database, market: MarketKind): CandleArchive {
  const ofPair = (pair: PairId) => and(eq(minuteCandles.market, market), eq(minuteCandles.pair, pair))

  async function select(condition: SQL | undefined): Promise<Candle[]> {
    const rows = await database.db.select().from(minuteCandles).where(condition).orderBy(asc(minuteCandles.openedAt))
    return rows.map(({ openedAt, open, high, low, close, volume }) => ({
      timestamp: openedAt,
      open,
      high,
      low,
      close,
      volume,
    }))
  }

  return {
    async load(pair, sinceS) {
      await database.whenReady
      return select(and(ofPair(pair), gte(minuteCandles.openedAt, Math.ceil(sinceS))))
    },

    between: (pair, fromS, untilS) =>
      select(
        and(ofPair(pair), gte(minuteCandles.openedAt, Math.ceil(fromS)), lt(minuteCandles.openedAt, Math.ceil(untilS))),
      ),

    async extentBefore(pair, untilS) {
      const [row] = await database.db
        .select({ firstS: min(minuteCandles.openedAt), count: count() })
        .from(minuteCandles)
        .where(and(ofPair(pair), lt(minuteCandles.openedAt, Math.ceil(untilS))))
      return row && row.firstS !== null ? { firstS: row.firstS, count: row.count } : undefined
    },

    append(pair, candles) {
      return database.transaction(async (tx) => {
        for (let from = 0; from < candles.length; from += ROWS_PER_STATEMENT) {
          const rows = candles
            .slice(from, from + ROWS_PER_STATEMENT)
            .map(({ timestamp: openedAt, open, high, low, close, volume }) => ({
              market,
              pair,
              openedAt,
              open,
              high,
              low,
              close,
              volume,
            }))
          await tx.insert(minuteCandles).values(rows).onConflictDoNothing()
        }
      })
    },

    async prune(beforeS) {
      const { market: kind, pair, openedAt } = minuteCandles
      // Names all pairs because they come before the opening in the primary key.
      const old = and(eq(kind, market), inArray(pair, [...PAIR_IDS]), lt(openedAt, beforeS))
      await database.transaction((tx) => tx.delete(minuteCandles).where(old))
    },
  }
}
