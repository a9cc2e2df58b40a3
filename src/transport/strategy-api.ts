import { from, Observable } from 'rxjs'
import * as z from 'zod/mini'
import { STRATEGY } from '#contract/limits.ts'
import { STRATEGIES } from '#contract/paths.ts'
import {
  decisionReplySchema,
  decisionsReplySchema,
  evaluateReplySchema,
  whyReplySchema,
  type Decision,
  type EvaluateReply,
  type Why,
} from '#contract/strategies/decisions.ts'
import { customStrategySchema, type CustomStrategy } from '#contract/strategies/definition.ts'
import type { DecisionType, StrategyStatus } from '#contract/strategies/names.ts'
import { performanceReplySchema, type LivePerformance } from '#contract/strategies/performance.ts'
import { rehearsalReplySchema, type Rehearsal } from '#contract/strategies/rehearsal.ts'
import {
  createdStrategySchema,
  IDEMPOTENCY_HEADER,
  strategiesReplySchema,
  strategyReplySchema,
  templatesReplySchema,
  type FromTemplate,
  type Strategy,
  type StrategySummary,
  type StrategyTemplate,
} from '#contract/strategies/replies.ts'
import type { HttpFailure } from './failures.ts'
import type { Call, HttpRequest } from './http.ts'

interface Failure {
  readonly text: string
  readonly status: number | undefined
}
type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

interface Creation<Body> {
  readonly body: Body
  readonly key: string
}

/** The strategy service. Observables ask when subscribed, answer once, and abort when unsubscribed. */
interface StrategyApi {
  readonly templates: () => Observable<Answer<readonly StrategyTemplate[]>>
  readonly list: () => Observable<Answer<readonly StrategySummary[]>>
  readonly strategy: (id: string) => Observable<Answer<Strategy>>
  readonly performance: (id: string) => Observable<Answer<LivePerformance>>
  readonly decision: (id: string) => Observable<Answer<Decision | null>>
  readonly decisions: (id: string, type?: DecisionType) => Observable<Answer<readonly Decision[]>>
  readonly why: (id: string, decisionId: string) => Observable<Answer<Why>>
  readonly rehearsal: (definition: CustomStrategy) => Observable<Answer<Rehearsal>>
  readonly createFromTemplate: (templateId: string, creation: Creation<FromTemplate>) => Promise<Answer<string>>
  readonly createCustom: (creation: Creation<CustomStrategy>) => Promise<Answer<string>>
  readonly setStatus: (id: string, status: StrategyStatus) => Promise<Answer<unknown>>
  readonly remove: (id: string) => Promise<Answer<unknown>>
  readonly evaluate: (id: string) => Promise<Answer<EvaluateReply>>
  readonly definition: (id: string) => Promise<Answer<CustomStrategy>>
}

/** A day of streams is worked through. */
const REHEARSAL_TIMEOUT_MS = 60_000

/** The service's `detail`, else 'HTTP {status}: {text}', else why there was no answer at all. */
const failureOf = (failure: HttpFailure): Failure => ({
  text: ('said' in failure ? failure.said : undefined) ?? failure.text,
  status: 'status' in failure ? failure.status : undefined,
})

/** A path with its `:names` filled in. */
const pathOf = (path: string, parts: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''))

export function createStrategyApi(call: Call): StrategyApi {
  async function deed<T, R>(request: HttpRequest<T>, pick: (reply: T) => R): Promise<Answer<R>> {
    const result = await call(request)
    return result.ok ? { ok: true, value: pick(result.value) } : { ok: false, failure: failureOf(result.failure) }
  }
  const question = <T, R>(request: HttpRequest<T>, pick: (reply: T) => R): Observable<Answer<R>> =>
    new Observable((subscriber) => {
      const ending = new AbortController()
      subscriber.add(() => ending.abort())
      from(deed({ ...request, signal: ending.signal }, pick)).subscribe(subscriber)
    })
  const create = <Body>(path: string, { body, key }: Creation<Body>) =>
    deed(
      { method: 'POST', path, body, headers: { [IDEMPOTENCY_HEADER]: key }, schema: createdStrategySchema },
      ({ strategy_id: id }) => id,
    )

  return {
    templates: () =>
      question({ path: STRATEGIES.templates, schema: templatesReplySchema }, ({ templates }) => templates),
    list: () => question({ path: STRATEGIES.list, schema: strategiesReplySchema }, ({ strategies }) => strategies),
    strategy: (id) =>
      question({ path: pathOf(STRATEGIES.one, { id }), schema: strategyReplySchema }, ({ strategy }) => strategy),
    performance: (id) =>
      question(
        { path: pathOf(STRATEGIES.performance, { id }), schema: performanceReplySchema },
        ({ performance }) => performance,
      ),
    decision: (id) =>
      question({ path: pathOf(STRATEGIES.decision, { id }), schema: decisionReplySchema }, ({ decision }) => decision),
    decisions: (id, type) =>
      question(
        {
          path: pathOf(STRATEGIES.decisions, { id }),
          query: { limit: STRATEGY.decisionsDefault, type },
          schema: decisionsReplySchema,
        },
        ({ decisions }) => decisions,
      ),
    why: (id, decisionId) =>
      question({ path: pathOf(STRATEGIES.why, { id, decisionId }), schema: whyReplySchema }, (why) => why),
    rehearsal: (definition) =>
      question(
        {
          method: 'POST',
          path: STRATEGIES.backtest,
          body: definition,
          schema: rehearsalReplySchema,
          timeoutMs: REHEARSAL_TIMEOUT_MS,
        },
        ({ rehearsal }) => rehearsal,
      ),
    createFromTemplate: (templateId, creation) => create(pathOf(STRATEGIES.fromTemplate, { templateId }), creation),
    createCustom: (creation) => create(STRATEGIES.custom, creation),
    // What comes back says nothing that the next poll does not, and other servers word it otherwise.
    setStatus: (id, status) =>
      deed(
        { method: 'PATCH', path: pathOf(STRATEGIES.status, { id }), query: { status }, schema: z.unknown() },
        (reply) => reply,
      ),
    remove: (id) =>
      deed({ method: 'DELETE', path: pathOf(STRATEGIES.one, { id }), schema: z.unknown() }, (reply) => reply),
    evaluate: (id) =>
      deed(
        { method: 'POST', path: pathOf(STRATEGIES.evaluate, { id }), schema: evaluateReplySchema },
        (reply) => reply,
      ),
    definition: (id) =>
      deed({ path: pathOf(STRATEGIES.export, { id }), schema: customStrategySchema }, (definition) => definition),
  }
}
