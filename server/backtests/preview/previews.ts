import { availability, backtest } from '#contract/endpoints/strategies.ts'
import { STRATEGY } from '#contract/limits.ts'
import type { PairId } from '#contract/pairs.ts'
import type { Availability, AvailabilityQuery } from '#contract/strategies/availability.ts'
import type { Backtest } from '#contract/strategies/backtest.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { createYielder } from '#server/lib/yielder.ts'
import { prepareSource } from '#server/strategies/evaluator/evaluate.ts'
import type { HistoryEntry, SignalHistory } from '#server/strategies/evaluator/market-state.ts'
import type { StreamsPort } from '#server/strategies/ports.ts'
import { extractSignals } from '#server/strategies/signal-extractors/extract.ts'
import { availabilityOf, decisionsOf } from './decisions.ts'
import { reportOf } from './report.ts'

const HOUR_MS = 3_600_000
/** Longest work without yielding to the event loop. */
const SLICE_MS = 2
/** Previews that wait for the running one; with more, everyone would wait too long. */
const MAX_QUEUED = 8

/**
 * Previews of strategies that are being made: what they would have decided in the last hours, on the signals of the streams,
 * without trades. One runs at a time.
 */
export interface Previews {
  /** Covers the last `hours` of market time. Throws a 503 when too many are waiting. */
  run(strategy: CustomStrategy, hours: number): Promise<Backtest>
  /** How much of the last day each source could be used. Takes its turn with the others. */
  availability(query: AvailabilityQuery): Promise<Availability>
}

export function createPreviews(
  streams: Pick<StreamsPort, 'pairs' | 'now' | 'recompute'>,
  historyOf: (pair: PairId) => SignalHistory,
): Previews {
  let previous: Promise<unknown> = Promise.resolve()
  let queueLength = 0
  /** How far back each pair's history has been filled, whether or not there was any data. */
  const filledSince = new Map<PairId, number>()

  /** Fills the history before its first entry from stored candles; the result is cached in the history. */
  async function fillBack(pair: PairId, from: number): Promise<void> {
    const history = historyOf(pair)
    const [first] = history.entries()
    const filled = Math.min(filledSince.get(pair) ?? Infinity, first?.update.at ?? Infinity)
    if (filled <= from) return
    const earlier: HistoryEntry[] = []
    for await (const update of streams.recompute(pair, from, first?.update.at ?? streams.now())) {
      earlier.push({ update: extractSignals(update), decides: update.kind === 'closed', isRecomputed: true })
    }
    history.prepend(earlier)
    filledSince.set(pair, from)
  }

  async function run(strategy: CustomStrategy, hours: number): Promise<Backtest> {
    const [pair] = strategy.symbols
    if (!pair) throw new Error('a strategy without a pair')
    const isTraded = streams.pairs.includes(pair)
    const to = streams.now()
    const span = { from: to - hours * HOUR_MS, to }
    const yielder = createYielder(SLICE_MS)
    if (isTraded) await fillBack(pair, span.from)
    const decided = isTraded
      ? await decisionsOf(strategy, pair, historyOf(pair), span, yielder)
      : { decisions: [], minutes: [] }
    return reportOf(strategy, pair, decided, { hours, isTraded }, yielder)
  }

  async function availability({ symbol: pair, signal_sources: sources }: AvailabilityQuery): Promise<Availability> {
    if (!streams.pairs.includes(pair)) return { hours_covered: 0, sources: [] }
    const to = streams.now()
    const span = { from: to - STRATEGY.backtestHours * HOUR_MS, to }
    await fillBack(pair, span.from)
    const prepared = sources.map((source) => prepareSource(source, pair))
    return availabilityOf(prepared, historyOf(pair), span, createYielder(SLICE_MS))
  }

  /** Runs one at a time. */
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (queueLength >= MAX_QUEUED) {
      throw new RequestError(503, 'Too many backtests are waiting. Please try again.', { 'retry-after': '5' })
    }
    queueLength += 1
    const queued = previous.then(work)
    previous = queued.catch(() => undefined)
    try {
      return await queued
    } finally {
      queueLength -= 1
    }
  }

  return {
    run: (strategy, hours) => inTurn(() => run(strategy, hours)),
    availability: (query) => inTurn(() => availability(query)),
  }
}

/** The wizard's backtest of a draft, and the availability of its sources. To be registered under the strategy base path. */
export const previewRoutes =
  (previews: Previews): Service =>
  async (app) => {
    serve(
      app,
      { backtest, availability },
      {
        backtest: async ({ body, query }) => ({ backtest: await previews.run(body, query.hours) }),
        availability: async ({ body }) => ({ availability: await previews.availability(body) }),
      },
    )
  }
