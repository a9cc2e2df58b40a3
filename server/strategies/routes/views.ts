import * as z from 'zod/mini'
import { STRATEGY } from '#contract/limits.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { whyLine } from '#contract/strategies/why-texts.ts'
import { decide } from '../evaluator/decide.ts'
import { fromStored, storedEvidenceSchema } from '../store/evidence.ts'
import type { StrategyActivity } from '#contract/strategies/activity.ts'
import type { Decision } from '#contract/strategies/decisions.ts'
import type { Strategy, StrategySummary } from '#contract/strategies/responses.ts'
import type { DecisionRow } from '../store/append.ts'
import { NO_TOTALS, type DecisionStore, type ReadDecision } from '../store/decisions.ts'
import type { StoredStrategy } from '../store/strategies.ts'

const pausedBecause = ({ pausedBecause: reason }: StoredStrategy) => reason !== null && { paused_because: reason }

export function summaryOf(strategy: StoredStrategy): StrategySummary {
  const { id, status, definition, createdAt } = strategy
  const { name, description, exchanges, symbols, signal_sources, confluence_rules } = definition
  return {
    id,
    name,
    description,
    exchanges,
    symbols,
    status,
    ...pausedBecause(strategy),
    signal_sources: signal_sources.length,
    confluence_rules: confluence_rules.length,
    created_at: createdAt,
  }
}

export function strategyOf(strategy: StoredStrategy, performance: StrategyActivity): Strategy {
  const { id, userId, status, definition, createdAt, updatedAt } = strategy
  return {
    ...definition,
    id,
    status,
    ...pausedBecause(strategy),
    created_at: createdAt,
    updated_at: updatedAt,
    created_by: userId,
    backtest_results: null,
    live_performance: performance,
  }
}

type Outcome = Pick<DecisionRow, 'pair' | 'decidedAt' | 'type' | 'confidence' | 'strength'>

export const decisionOf = ({ pair, decidedAt, type, confidence, strength }: Outcome): Decision => ({
  id: `${pair}-${decidedAt}`,
  symbol: pair,
  decision_type: type,
  confidence,
  strength,
  timestamp: decidedAt,
})

const MINUTE_MS = 60_000

function lastDecisionOf(row: ReadDecision, definition: CustomStrategy) {
  const { type, pair, decidedAt } = row
  const { trace } = decide(fromStored(definition, pair, decidedAt, z.parse(storedEvidenceSchema, row.evidence)))
  return { timestamp: decidedAt, decision_type: type, why: whyLine(type, trace) }
}

/** [SG-75] Performance of a strategy on this process's market, up to `now` (market time, unix ms). */
export async function performanceOf(
  store: DecisionStore,
  { id, definition }: Pick<StoredStrategy, 'id' | 'definition'>,
  now: number,
): Promise<StrategyActivity> {
  const [last] = await store.recent(id, now, 1)
  const recent = await store.signalsSince(id, now - STRATEGY.recentSignalsMs, now)
  const totals = (await store.totals([id])).get(id) ?? NO_TOTALS
  const decisions = totals.BUY + totals.SELL + totals.HOLD
  const percent = (count: number) => (decisions === 0 ? 0 : (100 * count) / decisions)
  return {
    total_signals: totals.signals,
    recent_signals: recent,
    last_decision: last ? lastDecisionOf(last, definition) : null,
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
