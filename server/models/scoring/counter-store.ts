import { and, eq } from 'drizzle-orm'
import type { MarketKind } from '#contract/provenance.ts'
import { leadsAlone, type AssertLeads, type Database } from '#server/database/database.ts'

import { models, modelTallies } from '#server/database/schema/models.ts'
import type { ScoreCounters } from './score-counters.ts'

/** Score counters in the database, for one kind of market. */
export interface CounterStore {
  read(modelId: string): Promise<ScoreCounters | undefined>
  /** Writes the counters of models that still exist. */
  write(counters: ReadonlyMap<string, ScoreCounters>): Promise<void>
  /** Deletes all counters: a restarted replay would count the same candles twice. */
  clear(): Promise<void>
}

export function createCounterStore(
  database: Database,
  market: MarketKind,
  assertLeads: AssertLeads = leadsAlone,
): CounterStore {
  const { db } = database
  return {
    async read(modelId) {
      const [row] = await db
        .select()
        .from(modelTallies)
        .where(and(eq(modelTallies.modelId, modelId), eq(modelTallies.market, market)))
      if (!row) return undefined
      const { modelId: _, market: __, since, ...sums } = row
      return { since: since.getTime(), ...sums }
    },
    async write(counters) {
      await database.transaction(async (tx) => {
        await assertLeads(tx)
        for (const [modelId, { since, ...sums }] of counters) {
          const [present] = await tx.select({ id: models.id }).from(models).where(eq(models.id, modelId)).for('share')
          if (!present) continue
          const values = { ...sums, since: new Date(since) }
          await tx
            .insert(modelTallies)
            .values({ modelId, market, ...values })
            .onConflictDoUpdate({ target: [modelTallies.modelId, modelTallies.market], set: values })
        }
      })
    },
    async clear() {
      await database.transaction((tx) => tx.delete(modelTallies).where(eq(modelTallies.market, market)))
    },
  }
}
