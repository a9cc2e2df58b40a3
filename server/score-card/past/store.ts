import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { PairId } from '#contract/pairs.ts'
import { caseTallySchema, type CaseTally } from '#server/outcomes/tally.ts'
import type { Database } from '#server/database/database.ts'
import { scoreMonths } from '#server/database/schema/score-card.ts'

/** A month of the library. */
export interface LibraryMonth {
  readonly source: string
  readonly pair: PairId
  readonly month: string
  /** Of its candles and of the analysis. */
  readonly version: string
}

export interface CountedMonth extends LibraryMonth {
  readonly tallies: readonly CaseTally[]
}

/** Counted months in the database. */
export interface PastStore {
  load(): Promise<readonly CountedMonth[]>
  /** Replaces what was counted of the month before. */
  save(month: CountedMonth): Promise<void>
  remove(month: LibraryMonth): Promise<void>
}

export function createPastStore(database: Database, now: () => number): PastStore {
  const named = ({ source, pair, month }: LibraryMonth) =>
    and(eq(scoreMonths.source, source), eq(scoreMonths.pair, pair), eq(scoreMonths.month, month))
  return {
    async load() {
      const rows = await database.db.select().from(scoreMonths)
      return rows.map(({ source, pair, month, version, tallies }) => ({
        source,
        pair,
        month,
        version,
        tallies: z.parse(z.array(caseTallySchema), tallies),
      }))
    },
    async save({ source, pair, month, version, tallies }) {
      const row = { source, pair, month, version, tallies, countedAt: new Date(now()) }
      await database.transaction((tx) =>
        tx
          .insert(scoreMonths)
          .values(row)
          .onConflictDoUpdate({ target: [scoreMonths.source, scoreMonths.pair, scoreMonths.month], set: row }),
      )
    },
    async remove(month) {
      await database.transaction((tx) => tx.delete(scoreMonths).where(named(month)))
    },
  }
}
