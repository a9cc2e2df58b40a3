import type { PairId } from '#contract/pairs.ts'
import { prepare, type TradeHistory } from '../evaluator/evaluate.ts'
import type { StoredStrategy } from '../store/rows.ts'
import type { RunningStrategy } from './strategy-runner.ts'

/** What a strategy needs to run. */
export type RunnableStrategy = Pick<StoredStrategy, 'id' | 'definition' | 'versionNumber'>

/** The strategies that are running, by pair. */
export interface ActiveStrategies {
  /**
   * Starts a strategy on its pairs, or replaces the version that runs, between two decisions. It continues with the trade
   * history of each pair. A version older than the running one changes nothing: its request was overtaken.
   */
  activate(strategy: RunnableStrategy, loadTrades: (pair: PairId) => TradeHistory): void
  /** Stops it, retaining its trade history. */
  deactivate(strategyId: string): void
  /** Stops it and discards its trade history. */
  remove(strategyId: string): void
  /** True if it ran on the pair before, so that its trade history is in memory. */
  hasHistory(strategyId: string, pair: PairId): boolean
  runningOn(pair: PairId): Iterable<RunningStrategy>
  /** The running version of every running strategy, by id. */
  versions(): ReadonlyMap<string, number>
}

export function createActiveStrategies(): ActiveStrategies {
  const running = new Map<PairId, Map<string, RunningStrategy>>()
  /** Trade histories of the pairs on which a strategy ran but does not now. */
  const inactive = new Map<string, Map<PairId, TradeHistory>>()
  const activeVersions = new Map<string, number>()

  function detach(strategyId: string): Map<PairId, TradeHistory> {
    const known = inactive.get(strategyId) ?? new Map<PairId, TradeHistory>()
    for (const [pair, onPair] of running) {
      const strategy = onPair.get(strategyId)
      if (strategy) known.set(pair, strategy.trades)
      onPair.delete(strategyId)
    }
    activeVersions.delete(strategyId)
    return known
  }

  return {
    activate({ id: strategyId, definition, versionNumber }, loadTrades) {
      if ((activeVersions.get(strategyId) ?? 0) > versionNumber) return
      const known = detach(strategyId)
      for (const pair of definition.symbols) {
        const onPair = running.get(pair) ?? new Map<string, RunningStrategy>()
        const trades = known.get(pair) ?? loadTrades(pair)
        known.delete(pair)
        onPair.set(strategyId, { strategyId, versionNumber, prepared: prepare(definition, pair), trades })
        running.set(pair, onPair)
      }
      inactive.set(strategyId, known)
      activeVersions.set(strategyId, versionNumber)
    },
    deactivate(strategyId) {
      if (activeVersions.has(strategyId)) inactive.set(strategyId, detach(strategyId))
    },
    remove(strategyId) {
      detach(strategyId)
      inactive.delete(strategyId)
    },
    hasHistory: (strategyId, pair) =>
      running.get(pair)?.has(strategyId) === true || inactive.get(strategyId)?.has(pair) === true,
    runningOn: (pair) => running.get(pair)?.values() ?? [],
    versions: () => activeVersions,
  }
}
