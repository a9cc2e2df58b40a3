import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { ProcessedCandle } from '#contract/payloads/processed-candles.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { driftOf } from '#research/evaluation/evaluate-patterns.ts'
import { HORIZON } from '#server/outcomes/moves.ts'
import { extractIndicators } from '#server/strategies/signal-extractors/extractors.ts'
import type { TrackedCase } from './case.ts'
import { confidenceBin } from '#contract/track-records/interval.ts'

interface Sample {
  readonly class: string
  readonly isUp: boolean
  /** Index of the candle that the indicators were computed at. */
  readonly index: number
}

const analysisTimeframe = (name: string): AnalysisTimeframe | undefined =>
  ANALYSIS_TIMEFRAMES.find((each) => each === name)

/**
 * Collects the combined direction of a timeframe's indicators, as strategies read it, at every tenth candle, and compares it
 * with the price ten candles later.
 */
export function createIndicatorClaims() {
  const candles = new Map<AnalysisTimeframe, ProcessedCandle[]>(ANALYSIS_TIMEFRAMES.map((each) => [each, []]))
  const samples = new Map<AnalysisTimeframe, Sample[]>(ANALYSIS_TIMEFRAMES.map((each) => [each, []]))

  return {
    recordCandle(candle: ProcessedCandle) {
      const timeframe = analysisTimeframe(candle.timeframe)
      if (timeframe !== undefined) candles.get(timeframe)?.push(candle)
    },

    /** Follows the candle that the indicators belong to. */
    recordIndicators(snapshot: IndicatorSnapshot) {
      const timeframe = analysisTimeframe(snapshot.timeframe)
      const index = (timeframe === undefined ? 0 : (candles.get(timeframe)?.length ?? 0)) - 1
      const { overall } = extractIndicators(snapshot)
      if (timeframe === undefined || index % HORIZON !== 0 || overall === undefined || overall.score === 0) return
      samples.get(timeframe)?.push({ class: confidenceBin(overall.confidence), isUp: overall.score > 0, index })
    },

    cases: (): TrackedCase[] =>
      ANALYSIS_TIMEFRAMES.flatMap((timeframe) => {
        const own = candles.get(timeframe) ?? []
        const drift = driftOf(own)
        return (samples.get(timeframe) ?? []).flatMap(({ class: name, isUp, index }): TrackedCase[] => {
          const from = own[index]?.close
          const to = own[index + HORIZON]?.close
          if (from === undefined || to === undefined) return []
          const isHit = isUp ? to > from : to < from
          return [{ claim: 'indicators', class: name, timeframe, isHit, chance: isUp ? drift.up : drift.down }]
        })
      }),
  }
}
