import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { TIMEFRAMES } from '#contract/timeframes.ts'
import { createPairAnalysis, type ClosedMinute, type History } from '#server/analysis/engine/engine.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import { foldMinutes, secondsOf } from '#server/market/store/fold.ts'
import { candleAt, type CandleColumns } from '../trading/candle-columns.ts'
import type { Readings } from './readings.ts'
import { createRecorder } from './recorder.ts'
import { signalsOf } from './signals.ts'

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
