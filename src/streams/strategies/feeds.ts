import { merge, Subject, type Observable } from 'rxjs'
import { STRATEGY } from '#contract/limits.ts'
import type { Decision, Why } from '#contract/strategies/decisions.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { DecisionType } from '#contract/strategies/names.ts'
import type { LivePerformance } from '#contract/strategies/performance.ts'
import type { Rehearsal } from '#contract/strategies/rehearsal.ts'
import type { Strategy, StrategySummary, StrategyTemplate } from '#contract/strategies/replies.ts'
import { polled, type Polled } from '../polled.ts'
import type { StrategyApi, StrategyAnswer, StrategyFailure } from './api.ts'

export type StrategyPolled<T> = Polled<T, StrategyFailure>
/** Asks while subscribed, and at once when `again$` says so. */
export type Poll<T> = (again$: Observable<unknown>) => Observable<StrategyPolled<T>>

const { poll } = STRATEGY

/** What is known of strategies, kept fresh while somebody looks. */
export interface StrategyFeeds {
  readonly templates: Poll<readonly StrategyTemplate[]>
  readonly list: Poll<readonly StrategySummary[]>
  readonly performanceInList: (id: string) => Poll<LivePerformance>
  readonly strategy: (id: string) => Poll<Strategy>
  readonly performance: (id: string) => Poll<LivePerformance>
  readonly decision: (id: string) => Poll<Decision | null>
  readonly decisions: (id: string, type?: DecisionType) => Poll<readonly Decision[]>
  readonly why: (id: string, decisionId: string) => Poll<Why>
  readonly rehearsal: (definition: CustomStrategy) => Poll<Rehearsal>
  /** To be called when something was created, changed or deleted: what could show it is asked for again. */
  readonly changed: () => void
}

interface FeedPorts {
  readonly api: StrategyApi
  /** Whether the page is in sight; its present value at once. */
  readonly awake$: Observable<boolean>
  readonly now: () => number
}

export function createStrategyFeeds({ api, awake$, now }: FeedPorts): StrategyFeeds {
  const changes = new Subject<void>()
  type Ask<T> = () => Observable<StrategyAnswer<T>>
  const once =
    <T>(ask: Ask<T>): Poll<T> =>
    (again$) =>
      polled({ ask, again$, now })
  const every =
    <T>(everyMs: number, ask: Ask<T>): Poll<T> =>
    (again$) =>
      polled({ ask, everyMs, again$: merge(again$, changes), awake$, now })
  return {
    templates: once(api.templates),
    list: every(poll.listScreenMs, api.list),
    performanceInList: (id) => every(poll.performanceListMs, () => api.performance(id)),
    strategy: (id) => every(poll.strategyMs, () => api.strategy(id)),
    performance: (id) => every(poll.performanceDetailMs, () => api.performance(id)),
    decision: (id) => every(poll.decisionDetailMs, () => api.decision(id)),
    decisions: (id, type) => every(poll.decisionDetailMs, () => api.decisions(id, type)),
    why: (id, decisionId) => once(() => api.why(id, decisionId)),
    rehearsal: (definition) => once(() => api.rehearsal(definition)),
    changed: () => changes.next(),
  }
}
