import { sql } from 'drizzle-orm'
import { PAIR_IDS } from '#contract/pairs.ts'
import type { Queries } from '#server/database/database.ts'

const MINUTES = 7 * 1_440

/** A week of archived minutes of every pair. */
export async function fillCandles(db: Queries): Promise<void> {
  for (const pair of PAIR_IDS) {
    await db.execute(sql`
      insert into minute_candles (market, pair, opened_at, open, high, low, close, volume)
      select 'kraken', ${pair}, 1700000040 + n * 60, 100, 101, 99, 100, 1 from generate_series(1, ${MINUTES}::int) n`)
  }
}
