import type { Observable } from 'rxjs'
import * as z from 'zod/mini'
import { STRATEGIES } from '#contract/paths.ts'
import {
  decisionResponseSchema,
  decisionsResponseSchema,
  evaluateResponseSchema,
  whyResponseSchema,
} from '#contract/strategies/decisions.ts'
import { storedStrategySchema } from '#contract/strategies/definition.ts'
import { strategyActivityResponseSchema } from '#contract/strategies/activity.ts'
import { availabilityResponseSchema } from '#contract/strategies/availability.ts'
import { backtestResponseSchema } from '#contract/strategies/backtest.ts'
import {
  createdStrategySchema,
  IDEMPOTENCY_HEADER,
  strategiesResponseSchema,
  strategyResponseSchema,
  templatesResponseSchema,
} from '#contract/strategies/responses.ts'
import { sharesResponseSchema } from '#contract/strategies/shares.ts'
import { savedVersionSchema, versionResponseSchema, versionsResponseSchema } from '#contract/strategies/versions.ts'
import { fromAbortable } from '#src/lib/from-abortable.ts'
import { mapResult } from '#src/lib/result.ts'
import type { Creation, StrategyApi, StrategyFailure, StrategyResult } from '#src/streams/strategies/api.ts'
import { messageOf, type HttpFailure } from '../http/failures.ts'
import type { Call, HttpRequest } from '../http/http.ts'
import { fillPath } from '../http/path.ts'

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
  const create = <Body>(path: string, { body, key }: Creation<Body>) =>
    send(
      { method: 'POST', path, body, headers: { [IDEMPOTENCY_HEADER]: key }, schema: createdStrategySchema },
      ({ strategy_id: id }) => id,
    )

  return {
    templates: () =>
      query({ path: STRATEGIES.templates, schema: templatesResponseSchema }, ({ templates }) => templates),
    list: () => query({ path: STRATEGIES.list, schema: strategiesResponseSchema }, ({ strategies }) => strategies),
    strategy: (id) =>
      query({ path: fillPath(STRATEGIES.one, id), schema: strategyResponseSchema }, ({ strategy }) => strategy),
    performance: (id) =>
      query(
        { path: fillPath(STRATEGIES.performance, id), schema: strategyActivityResponseSchema },
        ({ performance }) => performance,
      ),
    decision: (id, versionNumber) =>
      query(
        {
          path: fillPath(STRATEGIES.decision, id),
          query: { version_number: versionNumber },
          schema: decisionResponseSchema,
        },
        ({ decision }) => decision,
      ),
    decisions: (id, { type, hours, versionNumber }, limit) =>
      query(
        {
          path: fillPath(STRATEGIES.decisions, id),
          query: { limit, type, hours, version_number: versionNumber },
          schema: decisionsResponseSchema,
        },
        (decisions) => decisions,
      ),
    why: (id, decisionId) =>
      query({ path: fillPath(STRATEGIES.why, id, decisionId), schema: whyResponseSchema }, (why) => why),
    versions: (id) =>
      query({ path: fillPath(STRATEGIES.versions, id), schema: versionsResponseSchema }, ({ versions }) => versions),
    version: (id, versionNumber) =>
      query(
        { path: fillPath(STRATEGIES.version, id, String(versionNumber)), schema: versionResponseSchema },
        ({ version }) => version,
      ),
    shares: (id) =>
      query({ path: fillPath(STRATEGIES.shares, id), schema: sharesResponseSchema }, ({ shares }) => shares),
    backtest: (definition) =>
      query(
        {
          method: 'POST',
          path: STRATEGIES.backtest,
          body: definition,
          schema: backtestResponseSchema,
          timeoutMs: BACKTEST_TIMEOUT_MS,
        },
        ({ backtest }) => backtest,
      ),
    availability: (sources) =>
      query(
        {
          method: 'POST',
          path: STRATEGIES.availability,
          body: sources,
          schema: availabilityResponseSchema,
          timeoutMs: BACKTEST_TIMEOUT_MS,
        },
        ({ availability }) => availability,
      ),
    createFromTemplate: (templateId, creation) => create(fillPath(STRATEGIES.fromTemplate, templateId), creation),
    createCustom: (creation) => create(STRATEGIES.custom, creation),
    saveVersion: (id, edit) =>
      send(
        { method: 'POST', path: fillPath(STRATEGIES.versions, id), body: edit, schema: savedVersionSchema },
        ({ version_number: saved }) => saved,
      ),
    // The response is ignored: the next poll brings the same, and other servers respond differently.
    setStatus: (id, status) =>
      send(
        { method: 'PATCH', path: fillPath(STRATEGIES.status, id), query: { status }, schema: z.unknown() },
        (reply) => reply,
      ),
    rename: (id, name) =>
      send(
        { method: 'PATCH', path: fillPath(STRATEGIES.one, id), body: { name }, schema: z.unknown() },
        (reply) => reply,
      ),
    setArchived: (id, archived) =>
      send(
        { method: 'PATCH', path: fillPath(STRATEGIES.archive, id), body: { archived }, schema: z.unknown() },
        (reply) => reply,
      ),
    share: (id, share) =>
      send(
        { method: 'POST', path: fillPath(STRATEGIES.shares, id), body: share, schema: z.unknown() },
        (reply) => reply,
      ),
    revokeShare: (id, audience) =>
      send({ method: 'DELETE', path: fillPath(STRATEGIES.share, id, audience), schema: z.unknown() }, (reply) => reply),
    remove: (id) =>
      send({ method: 'DELETE', path: fillPath(STRATEGIES.one, id), schema: z.unknown() }, (reply) => reply),
    evaluate: (id) =>
      send(
        { method: 'POST', path: fillPath(STRATEGIES.evaluate, id), schema: evaluateResponseSchema },
        (reply) => reply,
      ),
    definition: (id) =>
      send({ path: fillPath(STRATEGIES.export, id), schema: storedStrategySchema }, (definition) => definition),
  }
}
