import * as z from 'zod/mini'
import { STRATEGY } from '#contract/limits.ts'
import { integerString } from '#contract/numeric-strings.ts'
import { pairSchema } from '#contract/pairs.ts'
import { STRATEGIES } from '#contract/paths.ts'
import {
  decisionResponseSchema,
  decisionsResponseSchema,
  evaluateResponseSchema,
  signalsResponseSchema,
  whyResponseSchema,
} from '#contract/strategies/decisions.ts'
import { decisionTypeSchema } from '#contract/strategies/names.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { decide } from '../evaluator/decide.ts'
import { nearestMiss } from '../evaluator/nearest-miss.ts'
import { fromStored, storedEvidenceSchema } from '../store/evidence.ts'
import type { StrategyRoutesDeps } from './deps.ts'
import { withConsequences } from './consequences.ts'
import { previewDecision } from './decision-preview.ts'
import { decisionParams, idParams, limitQuery, responses } from './schemas.ts'
import { signalsOf } from './signals.ts'
import { decisionOf } from './views.ts'

const decisionsQuery = z.object({
  limit: limitQuery(STRATEGY.decisionsDefault, STRATEGY.decisionsCap),
  type: z.optional(decisionTypeSchema),
  /** Of market time; all that are retained by default. */
  hours: z.optional(integerString(1, STRATEGY.decisionsMaxHours)),
})
const signalsQuery = z.object({ limit: limitQuery(STRATEGY.signalsDefault, STRATEGY.signalsCap) })

const HOUR_MS = 3_600_000

/** Parses a decision's id to its pair and market time; undefined if it is invalid. */
function parseDecisionId(id: string) {
  const [symbol, at] = id.split('-')
  const pair = pairSchema.safeParse(symbol)
  const decidedAt = /^\d{1,15}$/.test(at ?? '') ? Number(at) : undefined
  return pair.success && decidedAt !== undefined ? { pair: pair.data, decidedAt } : undefined
}

/** Decisions, their signals and their traces. */
export const decisionRoutes =
  (deps: StrategyRoutesDeps): Service =>
  async (app) => {
    const { strategies, decisions, evaluator, streams } = deps

    app.get(
      STRATEGIES.decision,
      { schema: { params: idParams, response: responses(decisionResponseSchema) } },
      async (request) => {
        const { id } = await strategies.findOwn(principalOf(request).userId, request.params.id)
        const [newest] = await decisions.recent(id, evaluator.now(), 1)
        return { decision: newest ? decisionOf(newest) : null }
      },
    )

    app.get(
      STRATEGIES.decisions,
      { schema: { params: idParams, querystring: decisionsQuery, response: responses(decisionsResponseSchema) } },
      async (request) => {
        const { limit, type, hours } = request.query
        const { id, definition } = await strategies.findOwn(principalOf(request).userId, request.params.id)
        const until = evaluator.now()
        const after = hours === undefined ? undefined : until - hours * HOUR_MS
        const rows = await decisions.recent(id, until, limit, { type, after })
        return withConsequences(rows, definition.symbols[0], streams, until)
      },
    )

    app.get(
      STRATEGIES.why,
      { schema: { params: decisionParams, response: responses(whyResponseSchema) } },
      async (request) => {
        const { id, definition } = await strategies.findOwn(principalOf(request).userId, request.params.id)
        const parsed = parseDecisionId(request.params.decisionId)
        const row = parsed && (await decisions.find(id, parsed.pair, parsed.decidedAt))
        if (!row) throw new RequestError(404, 'Decision not found')
        const stored = z.parse(storedEvidenceSchema, row.evidence)
        const evidence = fromStored(definition, row.pair, row.decidedAt, stored)
        return { decision: decisionOf(row), trace: decide(evidence).trace, nearest_miss: nearestMiss(evidence) }
      },
    )

    app.get(
      STRATEGIES.signals,
      { schema: { params: idParams, querystring: signalsQuery, response: responses(signalsResponseSchema) } },
      async (request) => {
        const strategy = await strategies.findOwn(principalOf(request).userId, request.params.id)
        return { signals: await signalsOf(decisions, strategy, evaluator.now(), request.query.limit) }
      },
    )

    app.post(
      STRATEGIES.evaluate,
      { schema: { params: idParams, response: responses(evaluateResponseSchema) } },
      async (request) =>
        previewDecision(deps, await strategies.findOwn(principalOf(request).userId, request.params.id)),
    )
  }
