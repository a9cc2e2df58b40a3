import { merge, Subject, type Observable } from 'rxjs'
import { STRATEGY } from '#contract/limits.ts'
import type { Decision, Why } from '#contract/strategies/decisions.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { DecisionType } from '#contract/strategies/names.ts'
import type { LivePerformance } from '#contract/strategies/performance.ts'
import type { Backtest } from '#contract/strategies/backtest.ts'
import type { Strategy, StrategySummary, StrategyTemplate } from '#contract/strategies/responses.ts'
import { polled, type PollState } from '../polled.ts'
import type { StrategyApi, StrategyResult, StrategyFailure } from './api.ts'

export type StrategyPolled<T> = PollState<T, StrategyFailure>
/** Polls while subscribed, and immediately when `refresh$` emits. */
export type Poll<T> = (refresh$: Observable<unknown>) => Observable<StrategyPolled<T>>

const { poll } = STRATEGY

/** Queries of strategies, refreshed while subscribed. */
export interface StrategyFeeds {
  readonly templates: Poll<readonly StrategyTemplate[]>
  readonly list: Poll<readonly StrategySummary[]>
  readonly performanceInList: (id: string) => Poll<LivePerformance>
  readonly strategy: (id: string) => Poll<Strategy>
  readonly performance: (id: string) => Poll<LivePerformance>
  readonly decision: (id: string) => Poll<Decision | null>
  readonly decisions: (id: string, type?: DecisionType) => Poll<readonly Decision[]>
  readonly why: (id: string, decisionId: string) => Poll<Why>
  readonly backtest: (definition: CustomStrategy) => Poll<Backtest>
  /** Call after a mutation: affected queries are repeated. */
  readonly invalidate: () => void
}

interface FeedPorts {
  readonly api: StrategyApi
  /** Whether the page is visible; replays its current value. */
  readonly visible$: Observable<boolean>
  readonly now: () => number
}

export function createStrategyFeeds({ api, visible$, now }: FeedPorts): StrategyFeeds {
  const changes = new Subject<void>()
  type Fetch<T> = () => Observable<StrategyResult<T>>
  const once =
    <T>(fetch: Fetch<T>): Poll<T> =>
    (refresh$) =>
      polled({ fetch, refresh$, now })
  const every =
    <T>(everyMs: number, fetch: Fetch<T>): Poll<T> =>
    (refresh$) =>
      polled({ fetch, everyMs, refresh$: merge(refresh$, changes), visible$, now })
  return {
    templates: once(api.templates),
    list: every(poll.listScreenMs, api.list),
    performanceInList: (id) => every(poll.performanceListMs, () => api.performance(id)),
    strategy: (id) => every(poll.strategyMs, () => api.strategy(id)),
    performance: (id) => every(poll.performanceDetailMs, () => api.performance(id)),
    decision: (id) => every(poll.decisionDetailMs, () => api.decision(id)),
    decisions: (id, type) => every(poll.decisionDetailMs, () => api.decisions(id, type)),
    why: (id, decisionId) => once(() => api.why(id, decisionId)),
    backtest: (definition) => once(() => api.backtest(definition)),
    invalidate: () => changes.next(),
  }
}
