import * as z from 'zod/mini'
import { decision, decisions, evaluate, signals, why } from '#contract/endpoints/strategies.ts'
import { pairSchema, type PairId } from '#contract/pairs.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { decide } from '../evaluator/decide.ts'
import { nearestMiss } from '../evaluator/nearest-miss.ts'
import type { ReadDecision } from '../store/decisions.ts'
import { fromStored, storedEvidenceSchema } from '../store/evidence.ts'
import { definitionsFor } from '../store/versions.ts'
import type { StrategyRoutesDeps } from './common.ts'
import { withConsequences } from './consequences.ts'
import { previewDecision } from './decision-preview.ts'
import { signalsOf } from './signals.ts'
import { decisionOf } from './views.ts'

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
    const { strategies, shares, decisions: store, evaluator, streams, versions } = deps
    serve(
      app,
      { decision, decisions, why, signals, evaluate },
      {
        async decision(request) {
          const { id } = await shares.findReadable(principalOf(request), request.params.id)
          const only = { versionNumber: request.query.version_number }
          const [newest] = await store.recent(id, evaluator.now(), 1, only)
          return { decision: newest ? decisionOf(newest) : null }
        },

        async decisions(request) {
          const { limit, type, hours, version_number: versionNumber } = request.query
          const { id, definition } = await shares.findReadable(principalOf(request), request.params.id)
          const until = evaluator.now()
          const after = hours === undefined ? undefined : until - hours * HOUR_MS
          const rows = await store.recent(id, until, limit, { type, after, versionNumber })
          return withConsequences(rows, pairOf(definition, rows), streams, until)
        },

        async why(request) {
          const strategy = await shares.findReadable(principalOf(request), request.params.id)
          const parsed = parseDecisionId(request.params.decisionId)
          const row = parsed && (await store.find(strategy.id, parsed.pair, parsed.decidedAt))
          if (!row) throw new RequestError(404, 'Decision not found')
          const stored = z.parse(storedEvidenceSchema, row.evidence)
          const definitionOf = await definitionsFor(versions, strategy, [row.versionNumber])
          const evidence = fromStored(definitionOf(row.versionNumber), row.pair, row.decidedAt, stored)
          return { decision: decisionOf(row), trace: decide(evidence).trace, nearest_miss: nearestMiss(evidence) }
        },

        async signals(request) {
          const strategy = await shares.findReadable(principalOf(request), request.params.id)
          return { signals: await signalsOf(deps, strategy, evaluator.now(), request.query.limit) }
        },

        evaluate: async (request) =>
          previewDecision(deps, await strategies.findOwn(principalOf(request).userId, request.params.id)),
      },
    )
  }
