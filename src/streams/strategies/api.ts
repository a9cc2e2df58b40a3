import type { Observable } from 'rxjs'
import type { Availability, AvailabilityQuery } from '#contract/strategies/availability.ts'
import type { Decision, EvaluateResponse, PastDecisions, Why } from '#contract/strategies/decisions.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { DecisionType, StrategyStatus } from '#contract/strategies/names.ts'
import type { StrategyActivity } from '#contract/strategies/activity.ts'
import type { Backtest } from '#contract/strategies/backtest.ts'
import type { FromTemplate, Strategy, StrategySummary, StrategyTemplate } from '#contract/strategies/responses.ts'
import type { SaveVersion, StrategyVersion, VersionDetails } from '#contract/strategies/versions.ts'
import type { Share, Shares } from '#contract/strategies/shares.ts'
import type { Result } from '#src/lib/result.ts'

/** Failure with the service's own message if it had one. Status is undefined if there was no response. */
export interface StrategyFailure {
  readonly text: string
  readonly status: number | undefined
}
export type StrategyResult<T> = Result<T, StrategyFailure>
type Query<T> = Observable<StrategyResult<T>>
type Mutation<T> = Promise<StrategyResult<T>>

/** Request body with its idempotency key. */
export interface Creation<Body> {
  readonly body: Body
  readonly key: string
}

/** Of one type, of the last hours of market time, and of one version; absent means all. */
export interface DecisionFilter {
  readonly type?: DecisionType | undefined
  readonly hours?: number | undefined
  readonly versionNumber?: number | undefined
}

/** The strategy service. Queries are cold and abort on unsubscription; mutations run when called. */
export interface StrategyApi {
  readonly templates: () => Query<readonly StrategyTemplate[]>
  readonly list: () => Query<readonly StrategySummary[]>
  readonly strategy: (id: string) => Query<Strategy>
  readonly performance: (id: string) => Query<StrategyActivity>
  /** Of all versions or one; null before the first decision. */
  readonly decision: (id: string, versionNumber?: number) => Query<Decision | null>
  /** Newest first, at most `limit`, with the prices since the oldest. */
  readonly decisions: (id: string, filter: DecisionFilter, limit: number) => Query<PastDecisions>
  readonly why: (id: string, decisionId: string) => Query<Why>
  /** Newest first. */
  readonly versions: (id: string) => Query<readonly StrategyVersion[]>
  readonly version: (id: string, versionNumber: number) => Query<VersionDetails>
  readonly shares: (id: string) => Query<Shares>
  readonly backtest: (definition: CustomStrategy) => Query<Backtest>
  readonly availability: (query: AvailabilityQuery) => Query<Availability>
  readonly createFromTemplate: (templateId: string, creation: Creation<FromTemplate>) => Mutation<string>
  readonly createCustom: (creation: Creation<CustomStrategy>) => Mutation<string>
  /** Resolves to the number of the present version. */
  readonly saveVersion: (id: string, edit: SaveVersion) => Mutation<number>
  readonly setStatus: (id: string, status: StrategyStatus) => Mutation<unknown>
  readonly rename: (id: string, name: string) => Mutation<unknown>
  readonly setArchived: (id: string, isArchived: boolean) => Mutation<unknown>
  readonly share: (id: string, share: Share) => Mutation<unknown>
  /** @param audience `viewers`, or a user's id */
  readonly revokeShare: (id: string, audience: string) => Mutation<unknown>
  readonly remove: (id: string) => Mutation<unknown>
  readonly evaluate: (id: string) => Mutation<EvaluateResponse>
  /** The strategy in the form of a creation request. */
  readonly definition: (id: string) => Mutation<CustomStrategy>
}
