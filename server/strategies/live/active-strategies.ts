import type { PairId } from '#contract/pairs.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { prepare, type TradeHistory } from '../evaluator/evaluate.ts'
import type { RunningStrategy } from './strategy-runner.ts'

/** Who works on what. */
export interface ActiveStrategies {
  /** Puts a strategy to work on its pairs. Workers that rested go on with what they remember of their own acts. */
  activate(strategyId: string, definition: CustomStrategy, acts: (pair: PairId) => TradeHistory): void
  /** Lets it rest: it may come back. */
  deactivate(strategyId: string): void
  /** Lets it go for good. */
  remove(strategyId: string): void
  /** True when it worked before, so that its acts are remembered here. */
  hasHistory(strategyId: string): boolean
  runningOn(pair: PairId): Iterable<RunningStrategy>
  /** Strategies at work. */
  size(): number
}

export function createActiveStrategies(): ActiveStrategies {
  const running = new Map<PairId, Map<string, RunningStrategy>>()
  const inactive = new Map<string, Map<PairId, TradeHistory>>()
  const activeIds = new Set<string>()

  function detach(strategyId: string): Map<PairId, TradeHistory> {
    const known = inactive.get(strategyId) ?? new Map<PairId, TradeHistory>()
    for (const [pair, onPair] of running) {
      const strategy = onPair.get(strategyId)
      if (strategy) known.set(pair, strategy.trades)
      onPair.delete(strategyId)
    }
    activeIds.delete(strategyId)
    return known
  }

  return {
    activate(strategyId, definition, acts) {
      const known = detach(strategyId)
      for (const pair of definition.symbols) {
        const onPair = running.get(pair) ?? new Map<string, RunningStrategy>()
        const prepared = prepare(definition, pair)
        onPair.set(strategyId, { strategyId, prepared, trades: known.get(pair) ?? acts(pair) })
        running.set(pair, onPair)
      }
      inactive.delete(strategyId)
      activeIds.add(strategyId)
    },
    deactivate(strategyId) {
      if (activeIds.has(strategyId)) inactive.set(strategyId, detach(strategyId))
    },
    remove(strategyId) {
      detach(strategyId)
      inactive.delete(strategyId)
    },
    hasHistory: (strategyId) => activeIds.has(strategyId) || inactive.has(strategyId),
    runningOn: (pair) => running.get(pair)?.values() ?? [],
    size: () => activeIds.size,
  }
}
