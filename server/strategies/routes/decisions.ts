import * as z from 'zod/mini'
import { decision, decisions, evaluate as evaluateNow, signals, why } from '#contract/endpoints/strategies.ts'
import { PAIRS, pairSchema, type PairId } from '#contract/pairs.ts'
import type { EvaluateResponse, StrategySignal, PastDecisions, PricePoint } from '#contract/strategies/decisions.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { decide } from '../evaluator/decide.ts'
import { evaluate, prepare } from '../evaluator/evaluate.ts'
import { nearestMiss } from '../evaluator/nearest-miss.ts'
import type { ReadDecision } from '../store/decisions.ts'
import { fromStored, storedEvidenceSchema } from '../store/evidence.ts'
import type { StoredStrategy } from '../store/rows.ts'
import { definitionsFor } from '../store/versions.ts'
import type { StrategyRoutesDeps } from './common.ts'
import { decisionOf } from './views.ts'
import { STRATEGY } from '#contract/limits.ts'
import type { StreamsPort } from '../ports.ts'

const MINUTE_MS = 60_000

const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS)

/** Every nth point, and always the last. */
function thinned(points: readonly PricePoint[], count: number): PricePoint[] {
  const step = Math.ceil(points.length / count)
  return points.filter((_, index) => (points.length - 1 - index) % step === 0)
}

/**
 * [SG-86] Decisions with the price at each and what it did afterwards, and the prices since the oldest of them: those of the
 * first pair of the strategy.
 * @param now market time, unix ms
 */
function withConsequences(
  rows: readonly ReadDecision[],
  pair: PairId | undefined,
  streams: Pick<StreamsPort, 'prices'>,
  now: number,
): PastDecisions {
  const oldest = rows.at(-1)?.decidedAt
  if (oldest === undefined) return { decisions: [], prices: [] }
  const from = minuteOf(oldest) * MINUTE_MS
  const pricesOf = new Map(
    [...new Set(rows.map((row) => row.pair))].map((each) => [each, streams.prices(each, from, now)]),
  )
  const closes = new Map(
    [...pricesOf].map(([each, points]) => [each, new Map(points.map(({ at, price }) => [minuteOf(at), price]))]),
  )
  return {
    decisions: rows.map((row) => {
      const minute = minuteOf(row.decidedAt)
      const price = closes.get(row.pair)?.get(minute) ?? null
      return {
        ...decisionOf(row),
        price,
        later: STRATEGY.backtestHorizons.map((after) => {
          const later = closes.get(row.pair)?.get(minute + after)
          return {
            after_minutes: after,
            change: price === null || later === undefined ? null : 100 * (later / price - 1),
          }
        }),
      }
    }),
    prices: thinned((pair && pricesOf.get(pair)) ?? [], STRATEGY.pricePoints),
  }
}

/**
 * [SG-74] Evaluates a strategy on the latest entries of its streams without storing anything. If requests could make
 * decisions, a live run and its replay would differ.
 */
async function previewDecision(
  { decisions, evaluator }: StrategyRoutesDeps,
  { id, definition, versionNumber }: StoredStrategy,
): Promise<EvaluateResponse> {
  const [pair] = definition.symbols
  if (!pair) throw new Error('a strategy without a pair')
  const prepared = prepare(definition, pair)
  const market = evaluator.marketState(pair)
  const base = { success: true as const, strategy_id: id }
  if (![...prepared.keys].some((key) => market.signals.has(key))) {
    const reason = `None of this strategy's streams of ${PAIRS[pair].label} has an entry yet.`
    return { ...base, decision: null, trace: null, nearest_miss: null, reason }
  }
  const at = evaluator.now()
  const { outcome, trace } = evaluate(prepared, market, await decisions.tradeHistory(id, pair, at), at)
  const { decision_type: type, confidence, strength } = outcome
  const decision = decisionOf({ pair, decidedAt: at, type, confidence, strength, versionNumber })
  return { ...base, decision, trace, nearest_miss: nearestMiss(trace) }
}

/** The new usable signals of a decision, as the strategy read them. */
function signalsAt(definition: CustomStrategy, row: ReadDecision): StrategySignal[] {
  const stored = z.parse(storedEvidenceSchema, row.evidence)
  const { trace } = decide(fromStored(definition, row.pair, row.decidedAt, stored))
  return trace.sources.flatMap((source, index) => {
    const { source_id, name, value, confidence, vote, timeframe, as_of } = source
    if (!stored.sources[index]?.new || value === null || confidence === null || vote === null || as_of === null)
      return []
    return [
      {
        source_id,
        source_name: name,
        symbol: row.pair,
        value,
        strength: Math.abs(value),
        confidence,
        vote,
        timeframe,
        timestamp: as_of,
      },
    ]
  })
}

/** The last `limit` signals of a strategy, newest first, from the evidence of its decisions. */
async function signalsOf(
  { decisions, versions }: Pick<StrategyRoutesDeps, 'decisions' | 'versions'>,
  strategy: StoredStrategy,
  until: number,
  limit: number,
): Promise<StrategySignal[]> {
  // Every decision has at least one new entry and most have several, so this many nearly always contain enough signals.
  const rows = await decisions.recent(strategy.id, until, limit)
  const definitionOf = await definitionsFor(
    versions,
    strategy,
    rows.map(({ versionNumber }) => versionNumber),
  )
  const signals: StrategySignal[] = []
  for (const row of rows) {
    if (signals.length >= limit) break
    signals.push(...signalsAt(definitionOf(row.versionNumber), row))
  }
  return signals.slice(0, limit)
}

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
      { decision, decisions, why, signals, evaluate: evaluateNow },
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
