import type { Observable } from 'rxjs'
import type { BacktestDetail, BacktestJob, DataSet } from '#contract/backtests/jobs.ts'
import type { BacktestRequest } from '#contract/backtests/request.ts'
import type { StrategyResult } from '../strategies/api.ts'

type Query<T> = Observable<StrategyResult<T>>
type Mutation<T> = Promise<StrategyResult<T>>

/** Backtests of the strategy service. Queries are cold and abort on unsubscription; mutations run when called. */
export interface BacktestApi {
  /** Newest first. */
  readonly list: () => Query<readonly BacktestJob[]>
  readonly dataSets: () => Query<readonly DataSet[]>
  readonly one: (id: string) => Query<BacktestDetail>
  /** Resolves to its id. */
  readonly start: (request: BacktestRequest) => Mutation<string>
  readonly rename: (id: string, name: string) => Mutation<unknown>
  readonly pause: (id: string) => Mutation<unknown>
  readonly resume: (id: string) => Mutation<unknown>
  readonly cancel: (id: string) => Mutation<unknown>
  readonly remove: (id: string) => Mutation<unknown>
}
