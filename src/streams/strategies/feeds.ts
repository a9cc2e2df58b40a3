import { distinctUntilChanged, map, merge, NEVER, of, Subject, switchMap, timer, type Observable } from 'rxjs'
import { STRATEGY } from '#contract/limits.ts'
import type { Availability, AvailabilityQuery } from '#contract/strategies/availability.ts'
import type { Decision, PastDecisions, Why } from '#contract/strategies/decisions.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { StrategyActivity } from '#contract/strategies/activity.ts'
import type { Backtest } from '#contract/strategies/backtest.ts'
import type { Strategy, StrategySummary, StrategyTemplate } from '#contract/strategies/responses.ts'
import type { StrategyVersion, VersionDetails } from '#contract/strategies/versions.ts'
import type { Shares } from '#contract/strategies/shares.ts'
import type { RemoteSource } from '#src/lib/remote-data.ts'
import { remoteData } from '../remote-data.ts'
import type { DecisionFilter, StrategyApi, StrategyResult, StrategyFailure } from './api.ts'

/** Loads while subscribed, and immediately when `refresh$` emits. */
export type StrategySource<T> = RemoteSource<T, StrategyFailure>

const { poll } = STRATEGY

/** Queries of strategies, refreshed while subscribed. */
export interface StrategyFeeds {
  readonly templates: StrategySource<readonly StrategyTemplate[]>
  readonly list: StrategySource<readonly StrategySummary[]>
  readonly performanceInList: (id: string) => StrategySource<StrategyActivity>
  readonly strategy: (id: string) => StrategySource<Strategy>
  readonly performance: (id: string) => StrategySource<StrategyActivity>
  readonly decision: (id: string, versionNumber?: number) => StrategySource<Decision | null>
  readonly decisions: (id: string, filter: DecisionFilter) => StrategySource<PastDecisions>
  readonly why: (id: string, decisionId: string) => StrategySource<Why>
  /** Newest first; loaded again after a change. */
  readonly versions: (id: string) => StrategySource<readonly StrategyVersion[]>
  readonly version: (id: string, versionNumber: number) => StrategySource<VersionDetails>
  /** Loaded again after a change. */
  readonly shares: (id: string) => StrategySource<Shares>
  readonly backtest: (definition: CustomStrategy) => StrategySource<Backtest>
  /** How much of the time sources can be used; a new query keeps the last answer until its own arrives. */
  readonly availability: (query$: Observable<AvailabilityQuery>) => StrategySource<Availability>
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
  type Load<T> = () => Observable<StrategyResult<T>>
  const once =
    <T>(load: Load<T>): StrategySource<T> =>
    (refresh$) =>
      remoteData({ queries$: of({ key: '', load }), refresh$, now })
  const every =
    <T>(everyMs: number, load: Load<T>): StrategySource<T> =>
    (refresh$) =>
      remoteData({
        queries$: of({ key: '', load }),
        due$: visible$.pipe(switchMap((isVisible) => (isVisible ? timer(0, everyMs) : NEVER))),
        refresh$: merge(refresh$, changes),
        now,
      })
  return {
    templates: once(api.templates),
    list: every(poll.listScreenMs, api.list),
    performanceInList: (id) => every(poll.performanceListMs, () => api.performance(id)),
    strategy: (id) => every(poll.strategyMs, () => api.strategy(id)),
    performance: (id) => every(poll.performanceDetailMs, () => api.performance(id)),
    decision: (id, versionNumber) => every(poll.decisionDetailMs, () => api.decision(id, versionNumber)),
    decisions: (id, filter) => every(poll.decisionDetailMs, () => api.decisions(id, filter, STRATEGY.decisionsDefault)),
    why: (id, decisionId) => once(() => api.why(id, decisionId)),
    versions: (id) => every(poll.listScreenMs, () => api.versions(id)),
    version: (id, versionNumber) => once(() => api.version(id, versionNumber)),
    shares: (id) => every(poll.listScreenMs, () => api.shares(id)),
    backtest: (definition) => once(() => api.backtest(definition)),
    availability: (query$) => (refresh$) =>
      remoteData({
        queries$: query$.pipe(
          map((query) => ({ key: JSON.stringify(query), load: () => api.availability(query) })),
          distinctUntilChanged((a, b) => a.key === b.key),
        ),
        refresh$,
        now,
      }),
    invalidate: () => changes.next(),
  }
}
