import type { PairId } from '#contract/pairs.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { prepare, type TradeHistory } from '../evaluator/evaluate.ts'
import type { RunningStrategy } from './strategy-runner.ts'

/** The strategies that are running, by pair. */
export interface ActiveStrategies {
  /** Starts a strategy on its pairs. A strategy that ran before continues with its trade history. */
  activate(strategyId: string, definition: CustomStrategy, loadTrades: (pair: PairId) => TradeHistory): void
  /** Stops it, retaining its trade history. */
  deactivate(strategyId: string): void
  /** Stops it and discards its trade history. */
  remove(strategyId: string): void
  /** True if it ran before, so that its trade history is in memory. */
  hasHistory(strategyId: string): boolean
  runningOn(pair: PairId): Iterable<RunningStrategy>
  /** Number of running strategies. */
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
    activate(strategyId, definition, loadTrades) {
      const known = detach(strategyId)
      for (const pair of definition.symbols) {
        const onPair = running.get(pair) ?? new Map<string, RunningStrategy>()
        const prepared = prepare(definition, pair)
        onPair.set(strategyId, { strategyId, prepared, trades: known.get(pair) ?? loadTrades(pair) })
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
