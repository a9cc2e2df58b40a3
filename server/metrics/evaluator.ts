import { Counter, Gauge, type Registry } from 'prom-client'
import type { StrategyMetrics } from '#contract/strategies/activity.ts'

/** Metrics of the evaluator of strategies. Returns what sets them; they stay at 0 in a process without one. */
export function createEvaluatorMetrics(registers: Registry[]) {
  const decisions = new Counter({
    name: 'pairbot_strategy_decisions_total',
    help: 'Decisions of strategies, also those not to trade',
    registers,
  })
  const failures = new Counter({
    name: 'pairbot_strategy_failures_total',
    help: 'Updates of streams on which strategies could not decide',
    registers,
  })
  const unwritten = new Gauge({
    name: 'pairbot_strategy_decisions_unwritten',
    help: 'Decisions that wait to be stored',
    registers,
  })
  const time = new Gauge({
    name: 'pairbot_strategy_evaluation_seconds',
    help: 'Time that the decisions on the last update took',
    registers,
  })
  return (metrics: StrategyMetrics['evaluator'] | undefined): void => {
    decisions.reset()
    decisions.inc(metrics?.evaluations ?? 0)
    failures.reset()
    failures.inc(metrics?.failures ?? 0)
    unwritten.set(metrics?.unwritten ?? 0)
    time.set((metrics?.last_ms ?? 0) / 1000)
  }
}
