import { STRATEGY } from '#contract/limits.ts'
import type { PairId } from '#contract/pairs.ts'
import { step, prepare, type TradeHistory, type Prepared, type StepResult } from '../evaluator/evaluate.ts'
import {
  advance,
  EMPTY_MARKET_STATE,
  createSignalHistory,
  type MarketState,
  type SignalHistory,
} from '../evaluator/market-state.ts'
import type { StreamUpdate } from '../ports.ts'
import { extractSignals, type SignalUpdate } from '../signal-extractors/extract.ts'
import type { StoredStrategy } from '../store/rows.ts'

/** A strategy running on a pair. */
export interface RunningStrategy {
  readonly strategyId: string
  readonly versionNumber: number
  readonly prepared: Prepared
  trades: TradeHistory
}

/** Evaluates the strategies of one pair. */
export interface StrategyRunner {
  readonly pair: PairId
  readonly history: SignalHistory
  marketState(): MarketState
  /** Time of the latest evaluation, unix ms of market time. */
  evaluatedUntil(): number | null
  /** Applies an update and returns the decisions of the strategies. */
  ingest(
    update: StreamUpdate,
    strategies: Iterable<RunningStrategy>,
  ): readonly { readonly strategy: RunningStrategy; readonly step: StepResult }[]
}

const HOUR_MS = 3_600_000
/** One hour more than a backtest can cover. */
const HISTORY_MS = (STRATEGY.backtestHours + 1) * HOUR_MS

/** @param onUpdate called with every update after extraction */
export function createStrategyRunner(pair: PairId, onUpdate: (update: SignalUpdate) => void): StrategyRunner {
  const history = createSignalHistory(HISTORY_MS)
  let marketState = EMPTY_MARKET_STATE
  let evaluatedUntil: number | null = null

  return {
    pair,
    history,
    marketState: () => marketState,
    evaluatedUntil: () => evaluatedUntil,
    ingest(update, strategies) {
      const extracted = extractSignals(update)
      onUpdate(extracted)
      // Another publisher may send entries for a minute already decided on: that is a decision of its own, just after it.
      const at = evaluatedUntil === null ? extracted.at : Math.max(extracted.at, evaluatedUntil + 1)
      const ordered = update.kind === 'closed' ? { ...extracted, at } : extracted
      marketState = advance(marketState, ordered)
      history.push({ update: ordered, decides: update.kind === 'closed', isRecomputed: false })
      if (update.kind === 'initial') return []
      evaluatedUntil = at
      const results: { readonly strategy: RunningStrategy; readonly step: StepResult }[] = []
      for (const strategy of strategies) {
        const result = step(strategy.prepared, marketState, strategy.trades, ordered)
        if (!result) continue
        strategy.trades = result.trades
        results.push({ strategy, step: result })
      }
      return results
    },
  }
}

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
