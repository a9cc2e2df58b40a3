import { PAIRS } from '#contract/pairs.ts'
import type { EvaluateResponse } from '#contract/strategies/decisions.ts'
import { evaluate, prepare } from '../evaluator/evaluate.ts'
import { nearestMiss } from '../evaluator/nearest-miss.ts'
import type { StoredStrategy } from '../store/rows.ts'
import type { StrategyRoutesDeps } from './common.ts'
import { decisionOf } from './views.ts'

/**
 * [SG-74] Evaluates a strategy on the latest entries of its streams without storing anything. If requests could make
 * decisions, a live run and its replay would differ.
 */
export async function previewDecision(
  { decisions, evaluator }: StrategyRoutesDeps,
  { id, definition, versionNumber }: StoredStrategy,
): Promise<EvaluateResponse> {
  const [pair] = definition.symbols
  if (!pair) throw new Error('a strategy without a pair')
  const prepared = prepare(definition, pair)
  const market = evaluator.marketState(pair)
  const base = { success: true as const, strategy_id: id }
  if (![...prepared.keys].some((key) => market.signals.has(key))) {
    const reason = `None of this strategy's streams of ${PAIRS[pair].label} has an entry yet.`
    return { ...base, decision: null, trace: null, nearest_miss: null, reason }
  }
  const at = evaluator.now()
  const { outcome, trace } = evaluate(prepared, market, await decisions.tradeHistory(id, pair, at), at)
  const { decision_type: type, confidence, strength } = outcome
  const decision = decisionOf({ pair, decidedAt: at, type, confidence, strength, versionNumber })
  return { ...base, decision, trace, nearest_miss: nearestMiss(trace) }
}
