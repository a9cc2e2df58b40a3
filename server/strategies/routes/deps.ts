import type { StreamsPort } from '../ports.ts'
import type { Evaluator } from '../live/evaluator.ts'
import type { Backtests } from '../backtest/backtests.ts'
import type { DecisionStore } from '../store/decisions.ts'
import type { ShareStore } from '../store/shares.ts'
import type { StrategyStore } from '../store/strategies.ts'
import type { VersionStore } from '../store/versions.ts'

/** Dependencies of the strategy routes. */
export interface StrategyRoutesDeps {
  readonly strategies: StrategyStore
  readonly versions: VersionStore
  readonly shares: ShareStore
  readonly decisions: DecisionStore
  readonly evaluator: Evaluator
  /** Call after every change of a strategy; resolves when it runs as it is stored. */
  readonly changed: (strategyId: string) => Promise<void>
  readonly backtests: Backtests
  readonly streams: Pick<StreamsPort, 'prices'>
}
