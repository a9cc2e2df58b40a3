import * as z from 'zod/mini'
import { STRATEGY } from '#contract/limits.ts'
import { integerString } from '#contract/numeric-strings.ts'
import { pairSchema, type PairId } from '#contract/pairs.ts'
import { STRATEGIES } from '#contract/paths.ts'
import {
  decisionResponseSchema,
  decisionsResponseSchema,
  evaluateResponseSchema,
  signalsResponseSchema,
  whyResponseSchema,
} from '#contract/strategies/decisions.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { decisionTypeSchema } from '#contract/strategies/names.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { decide } from '../evaluator/decide.ts'
import { nearestMiss } from '../evaluator/nearest-miss.ts'
import type { ReadDecision } from '../store/decisions.ts'
import { fromStored, storedEvidenceSchema } from '../store/evidence.ts'
import { definitionsFor } from '../store/versions.ts'
import type { StrategyRoutesDeps } from './deps.ts'
import { withConsequences } from './consequences.ts'
import { previewDecision } from './decision-preview.ts'
import { decisionParams, idParams, limitQuery, responses } from './schemas.ts'
import { signalsOf } from './signals.ts'
import { decisionOf } from './views.ts'

const ofVersion = { version_number: z.optional(integerString(1, STRATEGY.maxVersions)) }
const decisionQuery = z.object(ofVersion)
const decisionsQuery = z.object({
  ...ofVersion,
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

/** The pair whose prices go with decisions: the strategy's first, unless they were made on others. */
function pairOf({ symbols: [first] }: CustomStrategy, rows: readonly ReadDecision[]): PairId | undefined {
  return rows.some(({ pair }) => pair === first) ? first : rows[0]?.pair
}

/** Decisions, their signals and their traces. */
export const decisionRoutes =
  (deps: StrategyRoutesDeps): Service =>
  async (app) => {
    const { strategies, shares, decisions, evaluator, streams, versions } = deps

    app.get(
      STRATEGIES.decision,
      { schema: { params: idParams, querystring: decisionQuery, response: responses(decisionResponseSchema) } },
      async (request) => {
        const { id } = await shares.findReadable(principalOf(request), request.params.id)
        const only = { versionNumber: request.query.version_number }
        const [newest] = await decisions.recent(id, evaluator.now(), 1, only)
        return { decision: newest ? decisionOf(newest) : null }
      },
    )

    app.get(
      STRATEGIES.decisions,
      { schema: { params: idParams, querystring: decisionsQuery, response: responses(decisionsResponseSchema) } },
      async (request) => {
        const { limit, type, hours, version_number: versionNumber } = request.query
        const { id, definition } = await shares.findReadable(principalOf(request), request.params.id)
        const until = evaluator.now()
        const after = hours === undefined ? undefined : until - hours * HOUR_MS
        const rows = await decisions.recent(id, until, limit, { type, after, versionNumber })
        return withConsequences(rows, pairOf(definition, rows), streams, until)
      },
    )

    app.get(
      STRATEGIES.why,
      { schema: { params: decisionParams, response: responses(whyResponseSchema) } },
      async (request) => {
        const strategy = await shares.findReadable(principalOf(request), request.params.id)
        const parsed = parseDecisionId(request.params.decisionId)
        const row = parsed && (await decisions.find(strategy.id, parsed.pair, parsed.decidedAt))
        if (!row) throw new RequestError(404, 'Decision not found')
        const stored = z.parse(storedEvidenceSchema, row.evidence)
        const definitionOf = await definitionsFor(versions, strategy, [row.versionNumber])
        const evidence = fromStored(definitionOf(row.versionNumber), row.pair, row.decidedAt, stored)
        return { decision: decisionOf(row), trace: decide(evidence).trace, nearest_miss: nearestMiss(evidence) }
      },
    )

    app.get(
      STRATEGIES.signals,
      { schema: { params: idParams, querystring: signalsQuery, response: responses(signalsResponseSchema) } },
      async (request) => {
        const strategy = await shares.findReadable(principalOf(request), request.params.id)
        return { signals: await signalsOf(deps, strategy, evaluator.now(), request.query.limit) }
      },
    )

    app.post(
      STRATEGIES.evaluate,
      { schema: { params: idParams, response: responses(evaluateResponseSchema) } },
      async (request) =>
        previewDecision(deps, await strategies.findOwn(principalOf(request).userId, request.params.id)),
    )
  }
