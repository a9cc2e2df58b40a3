import type { Observable } from 'rxjs'
import * as z from 'zod/mini'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { STRATEGY } from '#contract/limits.ts'
import type { AvailabilityQuery } from '#contract/strategies/availability.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { DecisionType, StrategyStatus } from '#contract/strategies/names.ts'
import { IDEMPOTENCY_HEADER, type FromTemplate } from '#contract/strategies/responses.ts'
import type { Share } from '#contract/strategies/shares.ts'
import type { SaveVersion } from '#contract/strategies/versions.ts'
import { fromAbortable } from '#src/lib/from-abortable.ts'
import { mapResult, type Result } from '#src/lib/result.ts'
import type { Queries } from '#src/streams/queries.ts'
import { messageOf } from '../http/failures.ts'
import type { Call, HttpRequest } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'

/** Failure with the service's own message if it had one. Status is undefined if there was no response. */
export interface StrategyFailure {
  readonly text: string
  readonly status: number | undefined
}

/** Of one type, of the last hours of market time, and of one version; absent means all. */
export interface DecisionFilter {
  readonly type?: DecisionType | undefined
  readonly hours?: number | undefined
  readonly versionNumber?: number | undefined
}

/** A backtest processes a day of data. */
const timeoutMs = 60_000
const { poll } = STRATEGY

/** Requests to the strategy service, with the queries of an area. None rejects. */
export function createStrategyRequests(call: Call, queries: Queries) {
  const send = async <T, R>(request: HttpRequest<T>, pick: (reply: T) => R): Promise<Result<R, StrategyFailure>> =>
    mapResult(await call(request), pick, (failure) => ({ text: messageOf(failure), status: failure.status }))
  const load =
    <T, R>(request: HttpRequest<T>, pick: (reply: T) => R) =>
    () =>
      fromAbortable((signal) => send({ ...request, signal }, pick))
  const change = <T, R>(request: HttpRequest<T>, pick: (reply: T) => R) =>
    queries.change(send(request, pick), ({ status }) => status !== undefined)
  return {
    send,
    load,
    once: <T, R>(request: HttpRequest<T>, pick: (reply: T) => R) => queries.once(load(request, pick)),
    every: <T, R>(ms: number, request: HttpRequest<T>, pick: (reply: T) => R) => queries.every(ms, load(request, pick)),
    change,
    /** A change whose response is ignored: the next poll brings the same, and other servers respond differently. */
    act: (request: HttpRequest<unknown>) => change({ ...request, schema: z.unknown() }, (reply) => reply),
  }
}

/** The strategy service: feeds, which are loaded again while they are subscribed to, and commands, none of which rejects. */
export function createStrategyService(call: Call, queries: Queries, newKey: () => string) {
  const { send, load, once, every, change, act } = createStrategyRequests(call, queries)
  const of = (id: string) => ({ params: { id } })
  const versionOf = (id: string, version: number) =>
    requestOf(STRATEGIES.version, { params: { id, versionNumber: String(version) } })
  const decisionsOf = (id: string, { type, hours, versionNumber }: DecisionFilter, limit: number) =>
    requestOf(STRATEGIES.decisions, { ...of(id), query: { limit, type, hours, version_number: versionNumber } })
  const performance = (id: string, everyMs: number) =>
    every(everyMs, requestOf(STRATEGIES.performance, of(id)), ({ performance: activity }) => activity)

  /** Keys of creations that have not succeeded: a retry of the same request reuses its key, so that it runs once. */
  const keys = new Map<string, string>()
  async function create(request: HttpRequest<{ readonly strategy_id: string }>) {
    const what = JSON.stringify([request.path, request.body])
    const key = keys.get(what) ?? newKey()
    keys.set(what, key)
    const result = await change({ ...request, headers: { [IDEMPOTENCY_HEADER]: key } }, ({ strategy_id: id }) => id)
    if (result.ok) keys.delete(what)
    return result
  }

  return {
    feeds: {
      templates: once(requestOf(STRATEGIES.templates), (response) => response),
      list: every(poll.listScreenMs, requestOf(STRATEGIES.list), ({ strategies }) => strategies),
      performanceInList: (id: string) => performance(id, poll.performanceListMs),
      strategy: (id: string) => every(poll.strategyMs, requestOf(STRATEGIES.one, of(id)), ({ strategy }) => strategy),
      performance: (id: string) => performance(id, poll.performanceDetailMs),
      /** Of all versions or one; null before the first decision. */
      decision: (id: string, version?: number) =>
        every(
          poll.decisionDetailMs,
          requestOf(STRATEGIES.decision, { ...of(id), query: { version_number: version } }),
          ({ decision }) => decision,
        ),
      /** Newest first, with the prices since the oldest. */
      decisions: (id: string, filter: DecisionFilter) =>
        every(poll.decisionDetailMs, decisionsOf(id, filter, STRATEGY.decisionsDefault), (decisions) => decisions),
      why: (id: string, decisionId: string) =>
        once(requestOf(STRATEGIES.why, { params: { id, decisionId } }), (why) => why),
      /** Newest first. */
      versions: (id: string) =>
        every(poll.listScreenMs, requestOf(STRATEGIES.versions, of(id)), ({ versions }) => versions),
      version: (id: string, version: number) => once(versionOf(id, version), ({ version: found }) => found),
      shares: (id: string) => every(poll.listScreenMs, requestOf(STRATEGIES.shares, of(id)), ({ shares }) => shares),
      backtest: (body: CustomStrategy) =>
        once({ ...requestOf(STRATEGIES.backtest, { body }), timeoutMs }, ({ backtest }) => backtest),
      /** How much of the time sources can be used. */
      availability: (query$: Observable<AvailabilityQuery>) =>
        queries.latest(query$, (body) =>
          load({ ...requestOf(STRATEGIES.availability, { body }), timeoutMs }, ({ availability }) => availability)(),
        ),
      /** Loads again what may have changed. */
      invalidate: queries.reload,
    },
    commands: {
      createFromTemplate: (templateId: string, body: FromTemplate) =>
        create(requestOf(STRATEGIES.fromTemplate, { params: { templateId }, body })),
      createCustom: (body: CustomStrategy) => create(requestOf(STRATEGIES.custom, { body })),
      /** Resolves to the number of the present version. A repeated edit saves nothing twice. */
      saveVersion: (id: string, body: SaveVersion) =>
        change(requestOf(STRATEGIES.saveVersion, { ...of(id), body }), ({ version_number: saved }) => saved),
      setStatus: (id: string, status: StrategyStatus) =>
        act(requestOf(STRATEGIES.status, { ...of(id), query: { status } })),
      rename: (id: string, name: string) => act(requestOf(STRATEGIES.rename, { ...of(id), body: { name } })),
      setArchived: (id: string, archived: boolean) =>
        act(requestOf(STRATEGIES.archive, { ...of(id), body: { archived } })),
      share: (id: string, body: Share) => act(requestOf(STRATEGIES.share, { ...of(id), body })),
      /** @param audience `viewers`, or a user's id */
      revokeShare: (id: string, audience: string) =>
        act(requestOf(STRATEGIES.revokeShare, { params: { id, audience } })),
      remove: (id: string) => act(requestOf(STRATEGIES.remove, of(id))),
      evaluate: (id: string) => send(requestOf(STRATEGIES.evaluate, of(id)), (reply) => reply),
      /** The strategy in the form of a creation request. */
      definition: (id: string) => send(requestOf(STRATEGIES.definition, of(id)), (definition) => definition),
      version: (id: string, version: number) => send(versionOf(id, version), ({ version: found }) => found),
      /** All retained decisions that pass the filter. */
      pastDecisions: (id: string, filter: DecisionFilter) =>
        send(decisionsOf(id, filter, STRATEGY.decisionsCap), (decisions) => decisions),
    },
  }
}
export type StrategyService = ReturnType<typeof createStrategyService>
