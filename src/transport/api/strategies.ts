import type { Observable } from 'rxjs'
import * as z from 'zod/mini'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { IDEMPOTENCY_HEADER } from '#contract/strategies/responses.ts'
import { fromAbortable } from '#src/lib/from-abortable.ts'
import { mapResult } from '#src/lib/result.ts'
import type { StrategyApi, StrategyFailure, StrategyResult } from '#src/streams/strategies/api.ts'
import { messageOf, type HttpFailure } from '../http/failures.ts'
import type { Call, HttpRequest } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'

/** A backtest processes a day of data. */
const BACKTEST_TIMEOUT_MS = 60_000

/** The service's message, else 'HTTP {status}: {text}', else why there was no response. */
const failureOf = (failure: HttpFailure): StrategyFailure => ({
  text: messageOf(failure),
  status: failure.status,
})

/** The strategy service. */
export function createStrategyApi(call: Call): StrategyApi {
  const send = async <T, R>(request: HttpRequest<T>, pick: (reply: T) => R): Promise<StrategyResult<R>> =>
    mapResult(await call(request), pick, failureOf)
  const query = <T, R>(request: HttpRequest<T>, pick: (reply: T) => R): Observable<StrategyResult<R>> =>
    fromAbortable((signal) => send({ ...request, signal }, pick))
  // The response is ignored: the next poll brings the same, and other servers respond differently.
  const change = (request: HttpRequest<unknown>) => send({ ...request, schema: z.unknown() }, (reply) => reply)
  const of = (id: string) => ({ params: { id } })
  const keyed = (key: string) => ({ headers: { [IDEMPOTENCY_HEADER]: key } })

  return {
    templates: () => query(requestOf(STRATEGIES.templates), ({ templates }) => templates),
    list: () => query(requestOf(STRATEGIES.list), ({ strategies }) => strategies),
    strategy: (id) => query(requestOf(STRATEGIES.one, of(id)), ({ strategy }) => strategy),
    performance: (id) => query(requestOf(STRATEGIES.performance, of(id)), ({ performance }) => performance),
    decision: (id, version) =>
      query(
        requestOf(STRATEGIES.decision, { ...of(id), query: { version_number: version } }),
        ({ decision }) => decision,
      ),
    decisions: (id, { type, hours, versionNumber }, limit) =>
      query(
        requestOf(STRATEGIES.decisions, { ...of(id), query: { limit, type, hours, version_number: versionNumber } }),
        (decisions) => decisions,
      ),
    why: (id, decisionId) => query(requestOf(STRATEGIES.why, { params: { id, decisionId } }), (why) => why),
    versions: (id) => query(requestOf(STRATEGIES.versions, of(id)), ({ versions }) => versions),
    version: (id, version) =>
      query(
        requestOf(STRATEGIES.version, { params: { id, versionNumber: String(version) } }),
        ({ version: found }) => found,
      ),
    shares: (id) => query(requestOf(STRATEGIES.shares, of(id)), ({ shares }) => shares),
    backtest: (body) =>
      query(
        { ...requestOf(STRATEGIES.backtest, { body }), timeoutMs: BACKTEST_TIMEOUT_MS },
        ({ backtest }) => backtest,
      ),
    availability: (body) =>
      query(
        { ...requestOf(STRATEGIES.availability, { body }), timeoutMs: BACKTEST_TIMEOUT_MS },
        ({ availability }) => availability,
      ),
    createFromTemplate: (templateId, { body, key }) =>
      send(
        requestOf(STRATEGIES.fromTemplate, { params: { templateId }, body, ...keyed(key) }),
        ({ strategy_id: id }) => id,
      ),
    createCustom: ({ body, key }) =>
      send(requestOf(STRATEGIES.custom, { body, ...keyed(key) }), ({ strategy_id: id }) => id),
    saveVersion: (id, body) =>
      send(requestOf(STRATEGIES.saveVersion, { ...of(id), body }), ({ version_number: saved }) => saved),
    setStatus: (id, status) => change(requestOf(STRATEGIES.status, { ...of(id), query: { status } })),
    rename: (id, name) => change(requestOf(STRATEGIES.rename, { ...of(id), body: { name } })),
    setArchived: (id, archived) => change(requestOf(STRATEGIES.archive, { ...of(id), body: { archived } })),
    share: (id, body) => change(requestOf(STRATEGIES.share, { ...of(id), body })),
    revokeShare: (id, audience) => change(requestOf(STRATEGIES.revokeShare, { params: { id, audience } })),
    remove: (id) => change(requestOf(STRATEGIES.remove, of(id))),
    evaluate: (id) => send(requestOf(STRATEGIES.evaluate, of(id)), (reply) => reply),
    definition: (id) => send(requestOf(STRATEGIES.definition, of(id)), (definition) => definition),
  }
}
