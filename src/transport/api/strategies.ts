import { from, Observable } from 'rxjs'
import * as z from 'zod/mini'
import { STRATEGY } from '#contract/limits.ts'
import { STRATEGIES } from '#contract/paths.ts'
import {
  decisionResponseSchema,
  decisionsResponseSchema,
  evaluateResponseSchema,
  whyResponseSchema,
  type Decision,
  type EvaluateResponse,
  type Why,
} from '#contract/strategies/decisions.ts'
import { customStrategySchema, type CustomStrategy } from '#contract/strategies/definition.ts'
import type { DecisionType, StrategyStatus } from '#contract/strategies/names.ts'
import { performanceResponseSchema, type LivePerformance } from '#contract/strategies/performance.ts'
import { backtestResponseSchema, type Backtest } from '#contract/strategies/backtest.ts'
import {
  createdStrategySchema,
  IDEMPOTENCY_HEADER,
  strategiesResponseSchema,
  strategyResponseSchema,
  templatesResponseSchema,
  type FromTemplate,
  type Strategy,
  type StrategySummary,
  type StrategyTemplate,
} from '#contract/strategies/responses.ts'
import type { HttpFailure } from '../http/failures.ts'
import type { Call, HttpRequest } from '../http/http.ts'

interface StrategyFailure {
  readonly text: string
  readonly status: number | undefined
}
type StrategyResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: StrategyFailure }

interface Creation<Body> {
  readonly body: Body
  readonly key: string
}

/** The strategy service. Observables are cold, emit once, and abort on unsubscription. */
interface StrategyApi {
  readonly templates: () => Observable<StrategyResult<readonly StrategyTemplate[]>>
  readonly list: () => Observable<StrategyResult<readonly StrategySummary[]>>
  readonly strategy: (id: string) => Observable<StrategyResult<Strategy>>
  readonly performance: (id: string) => Observable<StrategyResult<LivePerformance>>
  readonly decision: (id: string) => Observable<StrategyResult<Decision | null>>
  readonly decisions: (id: string, type?: DecisionType) => Observable<StrategyResult<readonly Decision[]>>
  readonly why: (id: string, decisionId: string) => Observable<StrategyResult<Why>>
  readonly backtest: (definition: CustomStrategy) => Observable<StrategyResult<Backtest>>
  readonly createFromTemplate: (templateId: string, creation: Creation<FromTemplate>) => Promise<StrategyResult<string>>
  readonly createCustom: (creation: Creation<CustomStrategy>) => Promise<StrategyResult<string>>
  readonly setStatus: (id: string, status: StrategyStatus) => Promise<StrategyResult<unknown>>
  readonly remove: (id: string) => Promise<StrategyResult<unknown>>
  readonly evaluate: (id: string) => Promise<StrategyResult<EvaluateResponse>>
  readonly definition: (id: string) => Promise<StrategyResult<CustomStrategy>>
}

/** A backtest processes a day of data. */
const BACKTEST_TIMEOUT_MS = 60_000

/** The service's message, else 'HTTP {status}: {text}', else why there was no response. */
const failureOf = (failure: HttpFailure): StrategyFailure => ({
  text: ('serverMessage' in failure ? failure.serverMessage : undefined) ?? failure.text,
  status: 'status' in failure ? failure.status : undefined,
})

/** Fills in the `:names` of a path. */
const pathOf = (path: string, parts: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''))

export function createStrategyApi(call: Call): StrategyApi {
  async function send<T, R>(request: HttpRequest<T>, pick: (reply: T) => R): Promise<StrategyResult<R>> {
    const result = await call(request)
    return result.ok ? { ok: true, value: pick(result.value) } : { ok: false, failure: failureOf(result.failure) }
  }
  const query = <T, R>(request: HttpRequest<T>, pick: (reply: T) => R): Observable<StrategyResult<R>> =>
    new Observable((subscriber) => {
      const controller = new AbortController()
      subscriber.add(() => controller.abort())
      from(send({ ...request, signal: controller.signal }, pick)).subscribe(subscriber)
    })
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
      query({ path: pathOf(STRATEGIES.one, { id }), schema: strategyResponseSchema }, ({ strategy }) => strategy),
    performance: (id) =>
      query(
        { path: pathOf(STRATEGIES.performance, { id }), schema: performanceResponseSchema },
        ({ performance }) => performance,
      ),
    decision: (id) =>
      query({ path: pathOf(STRATEGIES.decision, { id }), schema: decisionResponseSchema }, ({ decision }) => decision),
    decisions: (id, type) =>
      query(
        {
          path: pathOf(STRATEGIES.decisions, { id }),
          query: { limit: STRATEGY.decisionsDefault, type },
          schema: decisionsResponseSchema,
        },
        ({ decisions }) => decisions,
      ),
    why: (id, decisionId) =>
      query({ path: pathOf(STRATEGIES.why, { id, decisionId }), schema: whyResponseSchema }, (why) => why),
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
    createFromTemplate: (templateId, creation) => create(pathOf(STRATEGIES.fromTemplate, { templateId }), creation),
    createCustom: (creation) => create(STRATEGIES.custom, creation),
    // The response is ignored: the next poll brings the same, and other servers respond differently.
    setStatus: (id, status) =>
      send(
        { method: 'PATCH', path: pathOf(STRATEGIES.status, { id }), query: { status }, schema: z.unknown() },
        (reply) => reply,
      ),
    remove: (id) =>
      send({ method: 'DELETE', path: pathOf(STRATEGIES.one, { id }), schema: z.unknown() }, (reply) => reply),
    evaluate: (id) =>
      send(
        { method: 'POST', path: pathOf(STRATEGIES.evaluate, { id }), schema: evaluateResponseSchema },
        (reply) => reply,
      ),
    definition: (id) =>
      send({ path: pathOf(STRATEGIES.export, { id }), schema: customStrategySchema }, (definition) => definition),
  }
}
