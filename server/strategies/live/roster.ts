import type { PairId } from '#contract/pairs.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { prepare, type Acts } from '../evaluator/evaluate.ts'
import type { Worker } from './follower.ts'

/** Who works on what. */
export interface Roster {
  /** Puts a strategy to work on its pairs. Workers that rested go on with what they remember of their own acts. */
  employ(strategyId: string, definition: CustomStrategy, acts: (pair: PairId) => Acts): void
  /** Lets it rest: it may come back. */
  rest(strategyId: string): void
  /** Lets it go for good. */
  dismiss(strategyId: string): void
  /** True when it worked before, so that its acts are remembered here. */
  remembers(strategyId: string): boolean
  workersOn(pair: PairId): Iterable<Worker>
  /** Strategies at work. */
  size(): number
}

export function createRoster(): Roster {
  const workers = new Map<PairId, Map<string, Worker>>()
  const resting = new Map<string, Map<PairId, Acts>>()
  const working = new Set<string>()

  function leave(strategyId: string): Map<PairId, Acts> {
    const remembered = resting.get(strategyId) ?? new Map<PairId, Acts>()
    for (const [pair, onPair] of workers) {
      const worker = onPair.get(strategyId)
      if (worker) remembered.set(pair, worker.acts)
      onPair.delete(strategyId)
    }
    working.delete(strategyId)
    return remembered
  }

  return {
    employ(strategyId, definition, acts) {
      const remembered = leave(strategyId)
      for (const pair of definition.symbols) {
        const onPair = workers.get(pair) ?? new Map<string, Worker>()
        const prepared = prepare(definition, pair)
        onPair.set(strategyId, { strategyId, prepared, acts: remembered.get(pair) ?? acts(pair) })
        workers.set(pair, onPair)
      }
      resting.delete(strategyId)
      working.add(strategyId)
    },
    rest(strategyId) {
      if (working.has(strategyId)) resting.set(strategyId, leave(strategyId))
    },
    dismiss(strategyId) {
      leave(strategyId)
      resting.delete(strategyId)
    },
    remembers: (strategyId) => working.has(strategyId) || resting.has(strategyId),
    workersOn: (pair) => workers.get(pair)?.values() ?? [],
    size: () => working.size,
  }
}
