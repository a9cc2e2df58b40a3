import { foldMinutes } from '#server/market/store/fold.ts'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { Provenance } from '#contract/provenance.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'
import { wrap, wrapperOf } from '#contract/streams.ts'
import { TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import { createPairAnalysis, type AnalysisEntry, type History } from '#server/analysis/engine/engine.ts'
import type { StreamLog } from '#server/streams/ports.ts'

/** Closed candles of all timeframes, folded from minutes that begin at midnight. */
export function historyOf(minutes: readonly Candle[]): History {
  const endS = (minutes.at(-1)?.timestamp ?? 0) + 60
  const seconds: Record<Timeframe, number> = {
    M1: 60,
    M5: 300,
    M15: 900,
    M30: 1_800,
    H1: 3_600,
    H4: 14_400,
    D1: 86_400,
  }
  return Object.fromEntries(
    TIMEFRAMES.map((timeframe) => [
      timeframe,
      timeframe === 'M1'
        ? minutes
        : foldMinutes(minutes, timeframe).filter(({ timestamp }) => timestamp + seconds[timeframe] <= endS),
    ]),
  )
}

export const provenanceAt = (ms: number): Provenance => ({
  market: 'replay',
  exchange_time: ms,
  received_at: ms + 5,
  computed_at: ms + 10,
  published_at: ms + 10,
})

/** Appends the current analysis of these minutes to a log, as the server does at startup. */
export async function publishCurrent(
  log: StreamLog,
  minutes: readonly Candle[],
  pair: PairId = 'BTCUSD',
): Promise<readonly AnalysisEntry[]> {
  const analysis = createPairAnalysis(pair)
  analysis.seed(historyOf(minutes))
  const entries = analysis.current()
  const endMs = ((minutes.at(-1)?.timestamp ?? 0) + 60) * 1000
  for (const { key, data } of entries) {
    await log.append(key, wrap(wrapperOf(parseStreamKey(key).category), { ...data }), provenanceAt(endMs))
  }
  return entries
}
