import { and, count, desc, eq, gt, gte, inArray, lte, max, ne, sql, sum, type SQL } from 'drizzle-orm'
import { STRATEGY } from '#contract/limits.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { DecisionType } from '#contract/strategies/names.ts'
import { leadsAlone, type AssertLeads, type Database } from '#server/database/database.ts'
import { strategyDecisions, strategyTotals } from '#server/database/schema/strategies.ts'
import type { TradeHistory } from '../evaluator/evaluate.ts'
import { appendDecisions, type DecisionRow } from './append.ts'

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
