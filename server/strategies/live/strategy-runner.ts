import { STRATEGY } from '#contract/limits.ts'
import type { PairId } from '#contract/pairs.ts'
import type { TradeHistory, Prepared } from '../evaluator/evaluate.ts'
import { advance, EMPTY_MARKET_STATE, type MarketState } from '../evaluator/market-state.ts'
import { step, type StepResult } from '../evaluator/step.ts'
import type { StreamUpdate } from '../ports.ts'
import { extractSignals, type SignalUpdate } from '../signal-extractors/extract.ts'
import { createSignalHistory, type SignalHistory } from '../evaluator/signal-history.ts'

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
