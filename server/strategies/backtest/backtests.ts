import { STRATEGY } from '#contract/limits.ts'
import type { PairId } from '#contract/pairs.ts'
import type { Availability, AvailabilityQuery } from '#contract/strategies/availability.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { Backtest } from '#contract/strategies/backtest.ts'
import { RequestError } from '#server/http/errors.ts'
import type { StreamsPort } from '../ports.ts'
import { prepareSource } from '../evaluator/evaluate.ts'
import { extractSignals } from '../signal-extractors/extract.ts'
import { availabilityOf } from './availability.ts'
import { runBacktest } from './run.ts'
import { reportOf } from './report.ts'
import type { SignalHistory, HistoryEntry } from './signal-history.ts'
import { createYielder } from '#server/lib/yielder.ts'

const HOUR_MS = 3_600_000
/** Longest work without yielding to the event loop. */
const SLICE_MS = 2
/** Backtests that wait for the running one; with more, everyone would wait too long. */
const MAX_QUEUED = 8

/** Runs backtests of strategies, one at a time. */
export interface Backtests {
  /** Covers the last `hours` of market time. Throws a 503 when too many are waiting. */
  run(strategy: CustomStrategy, hours: number): Promise<Backtest>
  /** How much of the last day each source could be used. Takes its turn with the backtests. */
  availability(query: AvailabilityQuery): Promise<Availability>
}

export function createBacktests(streams: StreamsPort, historyOf: (pair: PairId) => SignalHistory): Backtests {
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
    const until = streams.now()
    const from = until - hours * HOUR_MS
    const yielder = createYielder(SLICE_MS)
    if (isTraded) await fillBack(pair, from)
    const result = isTraded
      ? await runBacktest(strategy, pair, historyOf(pair), { from, until }, yielder)
      : { decisions: [], minutes: [] }
    return reportOf(strategy, pair, result, { hours, isTraded }, yielder)
  }

  async function availability({ symbol: pair, signal_sources: sources }: AvailabilityQuery): Promise<Availability> {
    if (!streams.pairs.includes(pair)) return { hours_covered: 0, sources: [] }
    const until = streams.now()
    const range = { from: until - STRATEGY.backtestHours * HOUR_MS, until }
    await fillBack(pair, range.from)
    const prepared = sources.map((source) => prepareSource(source, pair))
    return availabilityOf(prepared, historyOf(pair), range, createYielder(SLICE_MS))
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
