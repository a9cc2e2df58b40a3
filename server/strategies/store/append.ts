import { sql } from 'drizzle-orm'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { DecisionType } from '#contract/strategies/names.ts'
import type { Queries } from '#server/database/database.ts'
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
