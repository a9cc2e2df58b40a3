import type { Observable } from 'rxjs'
import type { Decision, EvaluateReply, Why } from '#contract/strategies/decisions.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { DecisionType, StrategyStatus } from '#contract/strategies/names.ts'
import type { LivePerformance } from '#contract/strategies/performance.ts'
import type { Rehearsal } from '#contract/strategies/rehearsal.ts'
import type { FromTemplate, Strategy, StrategySummary, StrategyTemplate } from '#contract/strategies/replies.ts'
import type { Asked } from '../polled.ts'

/** Why the strategy service brought nothing: its own words when it had any. No status: nobody answered. */
export interface StrategyFailure {
  readonly text: string
  readonly status: number | undefined
}
export type StrategyAnswer<T> = Asked<T, StrategyFailure>
type Question<T> = Observable<StrategyAnswer<T>>
type Deed<T> = Promise<StrategyAnswer<T>>

/** Sent under the same key again, a creation is made once. */
export interface Creation<Body> {
  readonly body: Body
  readonly key: string
}

/** The strategy service. Questions ask when subscribed and abort when unsubscribed; deeds are done once called. */
export interface StrategyApi {
  readonly templates: () => Question<readonly StrategyTemplate[]>
  readonly list: () => Question<readonly StrategySummary[]>
  readonly strategy: (id: string) => Question<Strategy>
  readonly performance: (id: string) => Question<LivePerformance>
  /** Null before the first. */
  readonly decision: (id: string) => Question<Decision | null>
  /** Newest first; of one type, or of all. */
  readonly decisions: (id: string, type?: DecisionType) => Question<readonly Decision[]>
  readonly why: (id: string, decisionId: string) => Question<Why>
  readonly rehearsal: (definition: CustomStrategy) => Question<Rehearsal>
  readonly createFromTemplate: (templateId: string, creation: Creation<FromTemplate>) => Deed<string>
  readonly createCustom: (creation: Creation<CustomStrategy>) => Deed<string>
  readonly setStatus: (id: string, status: StrategyStatus) => Deed<unknown>
  readonly remove: (id: string) => Deed<unknown>
  readonly evaluate: (id: string) => Deed<EvaluateReply>
  /** The strategy as the body that creates it. */
  readonly definition: (id: string) => Deed<CustomStrategy>
}
