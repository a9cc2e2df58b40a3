import type { SignalUpdate } from '../signal-extractors/extract.ts'
import type { TracedDecision } from './decide.ts'
import { recordTrade, evaluate, type TradeHistory, type Prepared } from './evaluate.ts'
import type { MarketState } from './market-state.ts'

/** A decision and the state after it. */
export interface StepResult extends TracedDecision {
  readonly trades: TradeHistory
  /** Ids of the sources whose stream had a new entry. */
  readonly renewed: ReadonlySet<string>
}

/**
 * [SG-60] Decides if one of the strategy's streams has a new entry, otherwise returns undefined. Used live and in
 * backtests.
 */
export function step(
  strategy: Prepared,
  market: MarketState,
  trades: TradeHistory,
  update: SignalUpdate,
): StepResult | undefined {
  const renewed = new Set(strategy.sources.filter(({ key }) => update.signals.has(key)).map(({ source }) => source.id))
  if (renewed.size === 0) return undefined
  const { outcome, trace } = evaluate(strategy, market, trades, update.at)
  const isTrade = outcome.decision_type !== 'HOLD'
  return { outcome, trace, renewed, trades: isTrade ? recordTrade(trades, update.at) : trades }
}
