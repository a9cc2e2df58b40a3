import { PAIRS } from '#contract/pairs.ts'
import type { EvaluateReply } from '#contract/strategies/decisions.ts'
import { evaluate, prepare } from '../evaluator/evaluate.ts'
import { nearestMiss } from '../evaluator/nearest-miss.ts'
import type { StoredStrategy } from '../store/strategies.ts'
import type { StrategyRoutesDeps } from './deps.ts'
import { decisionOf } from './views.ts'

/**
 * [SG-74] What a strategy says of the newest entries of its streams. Nothing is stored: decisions come from the market's
 * closes alone, or live and replay would differ by who pressed a button.
 */
export async function look(
  { decisions, evaluator }: StrategyRoutesDeps,
  { id, definition }: StoredStrategy,
): Promise<EvaluateReply> {
  const [pair] = definition.symbols
  if (!pair) throw new Error('a strategy without a pair')
  const prepared = prepare(definition, pair)
  const picture = evaluator.picture(pair)
  const head = { success: true as const, strategy_id: id }
  if (![...prepared.keys].some((key) => picture.readings.has(key))) {
    const reason = `No stream of ${PAIRS[pair].label} that this strategy listens to has an entry yet.`
    return { ...head, decision: null, trace: null, nearest_miss: null, reason }
  }
  const at = evaluator.now()
  const { outcome, trace } = evaluate(prepared, picture, await decisions.acts(id, pair, at), at)
  const { decision_type: type, confidence, strength } = outcome
  const decision = decisionOf({ pair, decidedAt: at, type, confidence, strength })
  return { ...head, decision, trace, nearest_miss: nearestMiss(trace) }
}
