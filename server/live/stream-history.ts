import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { TIMEFRAME_MINUTES, TIMEFRAMES } from '#contract/timeframes.ts'
import {
  createPairAnalysis,
  type AnalysisEntry,
  type History,
  type MinuteUpdate,
} from '#server/analysis/engine/engine.ts'
import type { CandleStore } from '#server/market/ports.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import { MINUTE_S } from '#server/market/store/fold.ts'
import type { StreamUpdate } from '#server/strategies/ports.ts'

interface TimeRange {
  /** Unix ms; updates after `from`, up to and including `until`. */
  readonly from: number
  readonly until: number
  /** Candles per timeframe that seed the analysis. */
  readonly seedCandles: number
}

/** The minutes of a pair after a time, with the roll-ups as they were reported then, and the candles before it that seed an analysis. */
export function pastMinutes(
  store: CandleStore,
  pair: PairId,
  { from, until, seedCandles }: TimeRange,
): { readonly history: History; readonly minutes: Iterable<MinuteUpdate> } {
  const fromS = from / 1000
  const history = Object.fromEntries(
    TIMEFRAMES.map((timeframe) => {
      const length = TIMEFRAME_MINUTES[timeframe] * MINUTE_S
      const known = store.since(pair, timeframe, fromS - seedCandles * length, seedCandles).candles
      return [timeframe, known.filter(({ timestamp }) => timestamp + length <= fromS)]
    }),
  )
  function* minutes(): Generator<MinuteUpdate> {
    const builder = createCandleBuilder(() => Infinity)
    for (const timeframe of TIMEFRAMES) builder.seed(timeframe, history[timeframe] ?? [])
    const count = Math.ceil((until - from) / 60_000) + 1
    const { candles, lastIsComplete } = store.since(pair, 'M1', fromS - MINUTE_S + 1, count)
    for (const candle of lastIsComplete ? candles : candles.slice(0, -1)) {
      if ((candle.timestamp + MINUTE_S) * 1000 > until) return
      const result = builder.ingest(candle, true)
      yield { candle, rollups: 'rollups' in result ? result.rollups : [] }
    }
  }
  return { history, minutes: minutes() }
}

/**
 * Recomputes the stream updates of a pair from stored candles: first the initial state, then minute by minute, yielding
 * to the event loop in between.
 */
export async function* recomputeUpdates(
  store: CandleStore,
  { pair, market }: { readonly pair: PairId; readonly market: MarketKind },
  range: TimeRange,
): AsyncGenerator<StreamUpdate> {
  const { history, minutes } = pastMinutes(store, pair, range)
  const analysis = createPairAnalysis(pair, market)
  for (const _ of analysis.seedInSteps(history)) await yieldToEventLoop()
  const toUpdate = (at: number, kind: StreamUpdate['kind'], entries: readonly AnalysisEntry[]): StreamUpdate => ({
    pair,
    at,
    kind,
    entries: entries.map(({ key, data }) => ({ key, messageId: null, data })),
  })
  const initial = analysis.current()
  if (initial.length > 0) yield toUpdate(range.from, 'initial', initial)

  for (const minute of minutes) {
    const entries = analysis.onClose(minute)
    if (entries.length > 0) yield toUpdate((minute.candle.timestamp + MINUTE_S) * 1000, 'closed', entries)
    await yieldToEventLoop()
  }
}
