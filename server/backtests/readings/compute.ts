import { analysisKey, indicatorKey } from '#contract/payloads/streams.ts'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { DATA_PATHS, STREAM_TIMEFRAMES } from '#contract/strategies/names.ts'
import { TIMEFRAMES } from '#contract/timeframes.ts'
import { createPairAnalysis, type ClosedMinute, type History } from '#server/analysis/engine/engine.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import { foldMinutes, secondsOf } from '#server/market/store/fold.ts'
import type { SignalUpdate } from '#server/strategies/signal-extractors/extract.ts'
import {
  extractCrossTimeframe,
  extractDivergence,
  extractPatterns,
  extractStructure,
  extractIndicators,
  extractLevels,
} from '#server/strategies/signal-extractors/extractors.ts'
import {
  toStreamSignal,
  type SignalValue,
  type StreamSignal,
  type ExtractedSignal,
} from '#server/strategies/signal-extractors/stream-signal.ts'
import { candleAt, type CandleColumns } from '../trading/candle-columns.ts'
import type { Readings, SignalColumns, Slot } from './readings.ts'

/** Collects the updates of consecutive minutes as columns. */
export interface ReadingsRecorder {
  add(update: SignalUpdate): void
  readings(): Readings
}

type Growing = Map<Slot, { readonly score: number[]; readonly confidence: number[] }>

interface GrowingStream {
  readonly minutes: number[]
  readonly asOf: number[]
  readonly slots: Growing
}

function append(stream: GrowingStream, minute: number, { asOf, overall, byTimeframe, byPath }: StreamSignal): void {
  const before = stream.minutes.length
  function put(slot: Slot, value: SignalValue | undefined): void {
    const columns = stream.slots.get(slot)
    if (!columns && !value) return
    const { score, confidence } = columns ?? {
      score: Array.from({ length: before }, () => Number.NaN),
      confidence: Array.from({ length: before }, () => Number.NaN),
    }
    score.push(value?.score ?? Number.NaN)
    confidence.push(value?.confidence ?? Number.NaN)
    if (!columns) stream.slots.set(slot, { score, confidence })
  }
  put('overall', overall)
  for (const timeframe of STREAM_TIMEFRAMES) put(timeframe, byTimeframe[timeframe])
  for (const path of DATA_PATHS) put(path, byPath[path])
  stream.minutes.push(minute)
  stream.asOf.push(asOf)
}

const toColumns = (key: string, { minutes, asOf, slots }: GrowingStream): SignalColumns => ({
  key,
  minutes: Float64Array.from(minutes),
  asOf: Float64Array.from(asOf),
  slots: [...slots].map(([slot, { score, confidence }]) => ({
    slot,
    score: Float64Array.from(score),
    confidence: Float64Array.from(confidence),
  })),
})

/** @param initial the streams before the first minute */
export function createRecorder(initial: SignalUpdate | undefined): ReadingsRecorder {
  const at: number[] = []
  const price: number[] = []
  const volumeRatio: number[] = []
  const streams = new Map<string, GrowingStream>()

  return {
    add(update) {
      for (const [key, signal] of update.signals) {
        const stream = streams.get(key) ?? { minutes: [], asOf: [], slots: new Map() }
        append(stream, at.length, signal)
        streams.set(key, stream)
      }
      at.push(update.at)
      price.push(update.price ?? Number.NaN)
      volumeRatio.push(update.volumeRatio ?? Number.NaN)
    },
    readings: () => ({
      at: Float64Array.from(at),
      price: Float64Array.from(price),
      volumeRatio: Float64Array.from(volumeRatio),
      initial,
      streams: [...streams].map(([key, stream]) => toColumns(key, stream)),
    }),
  }
}

/**
 * [BT-20] The signals of a minute that closed at `at` (unix ms): the same as of its published entries, which live strategies
 * parse. Parsing what was just made took a fifth of the time of readings.
 */
export function signalsOf(pair: PairId, at: number, { candles, analyses }: ClosedMinute): SignalUpdate {
  const price = candles.find(({ timeframe }) => timeframe === 'M1')?.candle.close
  const signals = new Map<string, StreamSignal>()
  const add = (key: string, signal: ExtractedSignal) => signals.set(key, toStreamSignal(signal, null))
  for (const { timeframe, indicators } of candles) add(indicatorKey(pair, timeframe), extractIndicators(indicators))
  if (analyses) {
    add(analysisKey(pair, 'support_resistance'), extractLevels(analyses.support_resistance, price))
    add(analysisKey(pair, 'consolidated_patterns'), extractPatterns(analyses.consolidated_patterns))
    add(analysisKey(pair, 'market_structure'), extractStructure(analyses.market_structure))
    add(analysisKey(pair, 'divergence'), extractDivergence(analyses.divergence))
    add(analysisKey(pair, 'cross_timeframe_analysis'), extractCrossTimeframe(analyses.cross_timeframe_analysis))
  }
  const volumeRatio = analyses?.consolidated_patterns.market_context?.volume_ratio ?? undefined
  return { at, price, volumeRatio, signals, unreadable: [] }
}

/** Days of minutes before the first, from which the analysis is seeded: enough for its longest averages of days. */
export const WARM_UP_DAYS = 120
/** Candles per timeframe that seed the analysis, as at the start of the server. */
const SEED_CANDLES = 1_500

/** The completed candles of every timeframe before a time in unix seconds. */
function historyBefore(minutes: readonly Candle[], untilS: number): History {
  return Object.fromEntries(
    TIMEFRAMES.map((timeframe) => {
      const candles = timeframe === 'M1' ? minutes : foldMinutes(minutes, timeframe)
      const complete = candles.filter(({ timestamp }) => timestamp + secondsOf(timeframe) <= untilS)
      return [timeframe, complete.slice(-SEED_CANDLES)]
    }),
  )
}

const NOTHING: ClosedMinute = { candles: [], analyses: undefined }

/**
 * [BT-20] The readings of the rows from `start` on, through the same analysis and extraction as live; those before seed
 * it. Yields the number of rows that are done.
 */
export function* computeReadings(
  pair: PairId,
  candles: CandleColumns,
  start: number,
): Generator<number, Readings, undefined> {
  const analysis = createPairAnalysis(pair)
  const builder = createCandleBuilder(() => Infinity)
  const startMs = candles.at[start] ?? 0
  const past = Array.from({ length: start }, (_, row) => candleAt(candles, row))
  const history = historyBefore(past, startMs / 1000)
  for (const timeframe of TIMEFRAMES) builder.seed(timeframe, history[timeframe] ?? [])
  for (const _ of analysis.seedInSteps(history)) yield 0
  const initial = analysis.newest()
  const recorder = createRecorder(initial.candles.length === 0 ? undefined : signalsOf(pair, startMs, initial))
  for (let row = start; row < candles.length; row += 1) {
    const candle = candleAt(candles, row)
    const result = builder.ingest(candle, true)
    const closed = analysis.close({ candle, rollups: 'rollups' in result ? result.rollups : [] })
    recorder.add(signalsOf(pair, (candle.timestamp + 60) * 1000, closed ?? NOTHING))
    yield row - start + 1
  }
  return recorder.readings()
}
