import type { StreamsPort } from '../ports.ts'
import type { Evaluator } from '../live/evaluator.ts'
import type { Backtests } from '../backtest/backtests.ts'
import type { DecisionStore } from '../store/decisions.ts'
import type { StrategyStore } from '../store/strategies.ts'

/** Dependencies of the strategy routes. */
export interface StrategyRoutesDeps {
  readonly strategies: StrategyStore
  readonly decisions: DecisionStore
  readonly evaluator: Evaluator
  readonly backtests: Backtests
  readonly streams: Pick<StreamsPort, 'prices'>
}
