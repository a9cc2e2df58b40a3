import type { Signal } from '#contract/payloads/signals.ts'
import { MODEL_LIMITS } from '#contract/limits.ts'
import type { HitRate, Performance } from '#contract/models/performance.ts'
import type { Scoring } from '#contract/models/model.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { and, eq } from 'drizzle-orm'
import { leadsAlone, type AssertLeads, type Database } from '#server/database/database.ts'
import { models, modelTallies } from '#server/database/schema/models.ts'

/** Counters of a model's calls on one market. */
export interface ScoreCounters {
  /** Unix ms of the first counted close. */
  readonly since: number
  readonly buys: number
  readonly sells: number
  readonly holds: number
  readonly faults: number
  readonly unready: number
  /** BUY and SELL calls with a known outcome, and how many were right. */
  readonly calls: number
  readonly hits: number
  /** Candles with a known outcome that closed above and below. */
  readonly ups: number
  readonly downs: number
  readonly inferences: number
  readonly latencySumMs: number
  readonly latencyMaxMs: number
}

export const emptyCounters = (since: number): ScoreCounters => ({
  since,
  buys: 0,
  sells: 0,
  holds: 0,
  faults: 0,
  unready: 0,
  calls: 0,
  hits: 0,
  ups: 0,
  downs: 0,
  inferences: 0,
  latencySumMs: 0,
  latencyMaxMs: 0,
})

type Direction = Signal['signal_type']

/** Counts a result and its latency. */
export const countResult = (counters: ScoreCounters, direction: Direction, latencyMs: number): ScoreCounters => ({
  ...counters,
  buys: counters.buys + (direction === 'BUY' ? 1 : 0),
  sells: counters.sells + (direction === 'SELL' ? 1 : 0),
  holds: counters.holds + (direction === 'HOLD' ? 1 : 0),
  inferences: counters.inferences + 1,
  latencySumMs: counters.latencySumMs + latencyMs,
  latencyMaxMs: Math.max(counters.latencyMaxMs, latencyMs),
})

export const countFailure = (counters: ScoreCounters): ScoreCounters => ({ ...counters, faults: counters.faults + 1 })
export const countUnready = (counters: ScoreCounters): ScoreCounters => ({ ...counters, unready: counters.unready + 1 })

/** Counts the outcome of a call made at the price `before`. A HOLD changes nothing. */
export function countOutcome(
  counters: ScoreCounters,
  direction: Direction,
  before: number,
  close: number,
): ScoreCounters {
  if (direction === 'HOLD') return counters
  const isUp = close > before
  const isDown = close < before
  return {
    ...counters,
    calls: counters.calls + 1,
    hits: counters.hits + ((direction === 'BUY' ? isUp : isDown) ? 1 : 0),
    ups: counters.ups + (isUp ? 1 : 0),
    downs: counters.downs + (isDown ? 1 : 0),
  }
}

const Z = 1.96

/** A ratio with its 95 % Wilson score interval. */
function wilson(hits: number, count: number) {
  const share = hits / count
  const middle = share + (Z * Z) / (2 * count)
  const spread = Z * Math.sqrt((share * (1 - share)) / count + (Z * Z) / (4 * count * count))
  const scale = 1 + (Z * Z) / count
  return { share, low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) }
}

/** The hit rate, and the base rate of always calling the more frequent direction. */
export function hitRateOf({
  calls,
  hits,
  ups,
  downs,
}: Pick<ScoreCounters, 'calls' | 'hits' | 'ups' | 'downs'>): HitRate {
  return {
    calls,
    hits,
    hit_rate: calls === 0 ? null : wilson(hits, calls),
    base_rate: calls === 0 ? null : Math.max(ups, downs) / calls,
    too_few: calls < MODEL_LIMITS.minCalls,
    needed: MODEL_LIMITS.minCalls,
  }
}

/** A model's performance in the API format. */
export function performanceOf(
  modelId: string,
  {
    market,
    scoring,
    counters,
  }: { readonly market: MarketKind; readonly scoring: Scoring; readonly counters: ScoreCounters | undefined },
): Performance {
  const sums = counters ?? emptyCounters(0)
  const { inferences } = sums
  return {
    model_id: modelId,
    market,
    scoring,
    since: counters ? new Date(counters.since).toISOString() : null,
    buys: sums.buys,
    sells: sums.sells,
    holds: sums.holds,
    faults: sums.faults,
    unready: sums.unready,
    mean_latency_ms: inferences === 0 ? null : sums.latencySumMs / inferences,
    max_latency_ms: inferences === 0 ? null : sums.latencyMaxMs,
    outcome: hitRateOf(sums),
  }
}

/** Score counters in the database, for one kind of market. */
interface CounterStore {
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
