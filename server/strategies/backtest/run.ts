import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { PairId } from '#contract/pairs.ts'
import type { DecisionType } from '#contract/strategies/names.ts'
import type { Yielder } from '#server/lib/yielder.ts'
import type { Outcome } from '../evaluator/decide.ts'
import { NO_TRADES, prepare } from '../evaluator/evaluate.ts'
import { advance } from '../evaluator/market-state.ts'
import { step } from '../evaluator/step.ts'
import type { Block } from '#contract/strategies/trace.ts'
import type { SignalHistory } from './signal-history.ts'

/** A decision of a backtest, with what blocked a BUY or SELL. */
export interface BacktestDecision extends Outcome {
  readonly at: number
  readonly blockedBy: readonly Block[]
  /** Ids of the rules that were not met. */
  readonly unmet: readonly string[]
}

/** The decisions and prices of a backtested time range. Times in unix ms of market time. */
export interface BacktestRun {
  readonly decisions: readonly BacktestDecision[]
  /** Minutes on which strategies decide, with their prices; a minute without a price repeats the last one. */
  readonly minutes: readonly {
    readonly at: number
    readonly price: number | undefined
    readonly isRecomputed: boolean
  }[]
}

/** [SG-80] Runs a strategy from `from` to `until` through the same steps as the live evaluator. */
export async function runBacktest(
  strategy: CustomStrategy,
  pair: PairId,
  history: SignalHistory,
  range: { readonly from: number; readonly until: number },
  yielder: Yielder,
): Promise<BacktestRun> {
  const prepared = prepare(strategy, pair)
  let market = history.baseState()
  let trades = NO_TRADES
  const decisions: BacktestDecision[] = []
  const minutes: BacktestRun['minutes'][number][] = []
  for (const { update, decides, isRecomputed } of history.entries()) {
    if (update.at > range.until) break
    market = advance(market, update)
    if (!decides || update.at <= range.from) continue
    minutes.push({ at: update.at, price: market.price, isRecomputed })
    const result = step(prepared, market, trades, update)
    if (result) {
      trades = result.trades
      const { trace, outcome } = result
      const unmet = trace.rules.filter((rule) => rule.unmet.length > 0).map(({ rule_id }) => rule_id)
      decisions.push({ ...outcome, at: update.at, blockedBy: trace.blocked_by, unmet })
    }
    await yielder.yieldIfDue()
  }
  return { decisions, minutes }
}

export const isTrade = (type: DecisionType): type is Exclude<DecisionType, 'HOLD'> => type !== 'HOLD'
