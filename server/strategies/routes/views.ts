import * as z from 'zod/mini'
import { STRATEGY } from '#contract/limits.ts'
import type { StrategyActivity } from '#contract/strategies/activity.ts'
import type { Decision } from '#contract/strategies/decisions.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { Strategy, StrategySummary } from '#contract/strategies/responses.ts'
import { whyLine } from '#contract/strategies/why-texts.ts'
import { decide } from '../evaluator/decide.ts'
import { NO_TOTALS, type DecisionRow, type DecisionStore, type ReadDecision } from '../store/decisions.ts'
import { fromStored, storedEvidenceSchema } from '../store/evidence.ts'
import type { StoredStrategy } from '../store/rows.ts'
import type { ReadableStrategy } from '../store/shares.ts'
import { definitionsFor, type VersionStore } from '../store/versions.ts'

/** What is absent unless it applies. */
const conditions = ({ pausedBecause, archivedAt, sharedBy }: ReadableStrategy) => ({
  // It says something about the owner's account.
  ...(pausedBecause !== null && sharedBy === null && { paused_because: pausedBecause }),
  ...(sharedBy !== null && { shared_by: sharedBy }),
  ...(archivedAt !== null && { archived_at: archivedAt }),
})

export function summaryOf(strategy: ReadableStrategy): StrategySummary {
  const { id, status, definition, createdAt } = strategy
  const { name, description, exchanges, symbols, signal_sources, confluence_rules } = definition
  return {
    id,
    name,
    description,
    exchanges,
    symbols,
    status,
    ...conditions(strategy),
    version_number: strategy.versionNumber,
    signal_sources: signal_sources.length,
    confluence_rules: confluence_rules.length,
    created_at: createdAt,
  }
}

export function strategyOf(strategy: ReadableStrategy, performance: StrategyActivity): Strategy {
  const { id, userId, status, definition, createdAt, updatedAt } = strategy
  return {
    ...definition,
    id,
    status,
    ...conditions(strategy),
    version_number: strategy.versionNumber,
    created_at: createdAt,
    updated_at: updatedAt,
    created_by: userId,
    backtest_results: null,
    live_performance: performance,
  }
}

type Outcome = Pick<DecisionRow, 'pair' | 'decidedAt' | 'type' | 'confidence' | 'strength' | 'versionNumber'>

export const decisionOf = ({ pair, decidedAt, type, confidence, strength, versionNumber }: Outcome): Decision => ({
  id: `${pair}-${decidedAt}`,
  symbol: pair,
  decision_type: type,
  confidence,
  strength,
  timestamp: decidedAt,
  version_number: versionNumber,
})

const MINUTE_MS = 60_000

function lastDecisionOf(row: ReadDecision, definition: CustomStrategy) {
  const { type, pair, decidedAt } = row
  const { trace } = decide(fromStored(definition, pair, decidedAt, z.parse(storedEvidenceSchema, row.evidence)))
  return { timestamp: decidedAt, decision_type: type, why: whyLine(type, trace) }
}

/** [SG-75] Performance of a strategy on this process's market, up to `now` (market time, unix ms). */
export async function performanceOf(
  { decisions: store, versions }: { readonly decisions: DecisionStore; readonly versions: VersionStore },
  strategy: Pick<StoredStrategy, 'id' | 'definition' | 'versionNumber'>,
  now: number,
): Promise<StrategyActivity> {
  const { id } = strategy
  const [last] = await store.recent(id, now, 1)
  const definitionOf = await definitionsFor(versions, strategy, last ? [last.versionNumber] : [])
  const recent = await store.signalsSince(id, now - STRATEGY.recentSignalsMs, now)
  const totals = (await store.totals([id])).get(id) ?? NO_TOTALS
  const decisions = totals.BUY + totals.SELL + totals.HOLD
  const percent = (count: number) => (decisions === 0 ? 0 : (100 * count) / decisions)
  return {
    total_signals: totals.signals,
    recent_signals: recent,
    last_decision: last ? lastDecisionOf(last, definitionOf(last.versionNumber)) : null,
    performance_metrics: {
      signals_per_minute: recent / (STRATEGY.recentSignalsMs / MINUTE_MS),
      avg_confidence: totals.signals === 0 ? null : totals.confidenceSum / totals.signals,
      decisions_generated: decisions,
      decision_distribution: {
        BUY: percent(totals.BUY),
        SELL: percent(totals.SELL),
        HOLD: percent(totals.HOLD),
      },
    },
  }
}
