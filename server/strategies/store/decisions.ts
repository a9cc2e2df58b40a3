import { sql, and, count, desc, eq, gt, gte, inArray, lte, max, ne, sum, type SQL } from 'drizzle-orm'
import { STRATEGY } from '#contract/limits.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { DecisionType } from '#contract/strategies/names.ts'
import { leadsAlone, type Queries, type AssertLeads, type Database } from '#server/database/database.ts'
import { strategyDecisions, strategyTotals } from '#server/database/schema/strategies.ts'
import type { TradeHistory } from '../evaluator/evaluate.ts'
import type { StoredEvidence } from './evidence.ts'

/** A stored decision. `decidedAt` is market time in unix ms. */
export interface DecisionRow {
  readonly strategyId: string
  readonly pair: PairId
  readonly decidedAt: number
  readonly type: DecisionType
  readonly confidence: number
  readonly strength: number
  /** Number of new usable signals, and the sum of their confidences. */
  readonly signals: number
  readonly confidenceSum: number
  readonly evidence: StoredEvidence
  /** The version of the strategy that decided. */
  readonly versionNumber: number
}

/**
 * Inserts decisions and counts new ones in a single statement: the embedded database takes half as long for JSON as for
 * individual values. Strategies are locked against concurrent changes; decisions of strategies that are not active (another
 * process may have paused one just now) or deleted are skipped, and existing decisions.
 */
export async function appendDecisions(tx: Queries, market: MarketKind, rows: readonly DecisionRow[]): Promise<void> {
  await tx.execute(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as (
        "strategyId" uuid, pair text, "decidedAt" bigint, type text, confidence float8, strength float8,
        signals int, "confidenceSum" float8, evidence jsonb, "versionNumber" int
      )
    ), there as (
      select id from strategies where id in (select "strategyId" from given) and status = 'active' order by id for share
    ), written as (
      insert into strategy_decisions
        (strategy_id, market, pair, decided_at, type, confidence, strength, signals, confidence_sum, evidence,
          version_number)
      select
        "strategyId", ${market}, pair, "decidedAt", type, confidence, strength, signals, "confidenceSum", evidence,
        "versionNumber"
      from given join there on there.id = "strategyId"
      on conflict do nothing
      returning strategy_id, type, signals, confidence_sum
    )
    insert into strategy_totals as held (strategy_id, market, buys, sells, holds, signals, confidence_sum)
    select
      strategy_id, ${market}, count(*) filter (where type = 'BUY'), count(*) filter (where type = 'SELL'),
      count(*) filter (where type = 'HOLD'), sum(signals), sum(confidence_sum)
    from written group by strategy_id
    on conflict (strategy_id, market) do update set
      buys = held.buys + excluded.buys,
      sells = held.sells + excluded.sells,
      holds = held.holds + excluded.holds,
      signals = held.signals + excluded.signals,
      confidence_sum = held.confidence_sum + excluded.confidence_sum`)
}

/** A row from the database, with its evidence not yet parsed. */
export type ReadDecision = Omit<DecisionRow, 'evidence'> & { readonly evidence: unknown }

interface DecisionFilter {
  readonly type?: DecisionType | undefined
  readonly after?: number | undefined
  readonly versionNumber?: number | undefined
}

export interface Totals {
  readonly BUY: number
  readonly SELL: number
  readonly HOLD: number
  readonly signals: number
  readonly confidenceSum: number
}

export const NO_TOTALS: Totals = { BUY: 0, SELL: 0, HOLD: 0, signals: 0, confidenceSum: 0 }

/**
 * Decisions of one market kind. Queries end at a market time: a restarted replay has not reached its later decisions
 * yet.
 */
export interface DecisionStore {
  /** All or nothing, durable when it resolves; rejects if another process leads. Skips existing decisions, and those of strategies that are not active. */
  append(rows: readonly DecisionRow[]): Promise<void>
  /** Deletes decisions of a version beyond the retention limits. */
  prune(strategyId: string, versionNumber: number): Promise<void>
  /** Newest first; of one type, after a market time, or of one version, if given. */
  recent(strategyId: string, until: number, limit: number, only?: DecisionFilter): Promise<readonly ReadDecision[]>
  find(strategyId: string, pair: PairId, decidedAt: number): Promise<ReadDecision | undefined>
  /** Number of new usable signals after a market time. */
  signalsSince(strategyId: string, after: number, until: number): Promise<number>
  totals(strategyIds: readonly string[]): Promise<ReadonlyMap<string, Totals>>
  /** The BUY and SELL decisions before a market time. */
  tradeHistory(strategyId: string, pair: PairId, until: number): Promise<TradeHistory>
}

const DAY_MS = 86_400_000

export function createDecisionStore(
  database: Database,
  market: MarketKind,
  assertLeads: AssertLeads = leadsAlone,
): DecisionStore {
  const { db } = database
  const t = strategyDecisions
  const ofStrategy = (strategyId: string, ...rest: (SQL | undefined)[]) =>
    and(eq(t.strategyId, strategyId), eq(t.market, market), ...rest)

  return {
    append: (rows) =>
      database.transaction(async (tx) => {
        await assertLeads(tx)
        await appendDecisions(tx, market, rows)
      }),

    prune: (strategyId, versionNumber) =>
      database.transaction(async (tx) => {
        const ofVersion = (...rest: (SQL | undefined)[]) =>
          ofStrategy(strategyId, eq(t.versionNumber, versionNumber), ...rest)
        const nth = (limit: number, ...rest: (SQL | undefined)[]) =>
          tx
            .select({ at: t.decidedAt })
            .from(t)
            .where(ofVersion(...rest))
            .orderBy(desc(t.decidedAt))
            .offset(limit - 1)
            .limit(1)
        const [oldest] = await nth(STRATEGY.maxDecisions)
        const [oldestTrade] = await nth(STRATEGY.maxActions, ne(t.type, 'HOLD'))
        if (oldest) await tx.delete(t).where(ofVersion(eq(t.type, 'HOLD'), sql`${t.decidedAt} < ${oldest.at}`))
        if (oldest && oldestTrade) {
          const before = Math.min(oldest.at, oldestTrade.at)
          await tx.delete(t).where(ofVersion(ne(t.type, 'HOLD'), sql`${t.decidedAt} < ${before}`))
        }
      }),

    recent: (strategyId, until, limit, { type, after, versionNumber } = {}) =>
      db
        .select()
        .from(t)
        .where(
          ofStrategy(
            strategyId,
            lte(t.decidedAt, until),
            type && eq(t.type, type),
            after === undefined ? undefined : gt(t.decidedAt, after),
            versionNumber === undefined ? undefined : eq(t.versionNumber, versionNumber),
          ),
        )
        .orderBy(desc(t.decidedAt))
        .limit(limit),

    async find(strategyId, pair, decidedAt) {
      const [row] = await db
        .select()
        .from(t)
        .where(ofStrategy(strategyId, eq(t.pair, pair), eq(t.decidedAt, decidedAt)))
      return row
    },

    async signalsSince(strategyId, after, until) {
      const [row] = await db
        .select({ signals: sum(t.signals).mapWith(Number) })
        .from(t)
        .where(ofStrategy(strategyId, gt(t.decidedAt, after), lte(t.decidedAt, until)))
      return row?.signals ?? 0
    },

    async totals(strategyIds) {
      if (strategyIds.length === 0) return new Map()
      const rows = await db
        .select()
        .from(strategyTotals)
        .where(and(inArray(strategyTotals.strategyId, [...strategyIds]), eq(strategyTotals.market, market)))
      return new Map(
        rows.map(({ strategyId, buys, sells, holds, signals, confidenceSum }) => [
          strategyId,
          { BUY: buys, SELL: sells, HOLD: holds, signals, confidenceSum },
        ]),
      )
    },

    async tradeHistory(strategyId, pair, until) {
      const tradeHistory = (...rest: SQL[]) =>
        ofStrategy(strategyId, eq(t.pair, pair), ne(t.type, 'HOLD'), lte(t.decidedAt, until), ...rest)
      const day = Math.floor(until / DAY_MS)
      const [last] = await db
        .select({ at: max(t.decidedAt) })
        .from(t)
        .where(tradeHistory())
      const [today] = await db
        .select({ count: count() })
        .from(t)
        .where(tradeHistory(gte(t.decidedAt, day * DAY_MS)))
      return { lastAt: last?.at ?? null, day, count: today?.count ?? 0 }
    },
  }
}
