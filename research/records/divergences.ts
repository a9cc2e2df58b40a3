import type { Divergence, DivergenceAnalysis } from '#contract/payloads/divergence.ts'
import type { ProcessedCandle } from '#contract/payloads/processed-candles.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { driftOf } from '#research/evaluation/evaluate-patterns.ts'
import { HORIZON } from '#server/outcomes/moves.ts'
import type { TrackedCase } from './case.ts'

interface Sample {
  readonly divergence: Divergence
  /** Index of the newest closed candle of its timeframe. */
  readonly index: number
}

/** Collects each divergence when it is first published, and compares it with the price ten candles later. */
export function createDivergenceClaims() {
  const candles = new Map<AnalysisTimeframe, ProcessedCandle[]>(ANALYSIS_TIMEFRAMES.map((each) => [each, []]))
  const samples: Sample[] = []
  const seen = new Set<string>()

  return {
    recordCandle(candle: ProcessedCandle) {
      const timeframe = ANALYSIS_TIMEFRAMES.find((each) => each === candle.timeframe)
      if (timeframe !== undefined) candles.get(timeframe)?.push(candle)
    },

    recordDivergences({ divergences }: DivergenceAnalysis) {
      for (const divergence of divergences) {
        const { timeframe, divergence_type: type, indicator, to_timestamp: to } = divergence
        const id = `${timeframe} ${type} ${indicator} ${to}`
        if (seen.has(id)) continue
        seen.add(id)
        samples.push({ divergence, index: (candles.get(timeframe)?.length ?? 0) - 1 })
      }
    },

    cases(): TrackedCase[] {
      const drifts = new Map(ANALYSIS_TIMEFRAMES.map((each) => [each, driftOf(candles.get(each) ?? [])]))
      return samples.flatMap(({ divergence, index }): TrackedCase[] => {
        const { timeframe, bias, divergence_type: name } = divergence
        const from = candles.get(timeframe)?.[index]?.close
        const to = candles.get(timeframe)?.[index + HORIZON]?.close
        const drift = drifts.get(timeframe)
        if (from === undefined || to === undefined || drift === undefined || bias === 'neutral') return []
        const isUp = bias === 'bullish'
        return [
          {
            claim: 'divergence',
            class: name,
            timeframe,
            isHit: isUp ? to > from : to < from,
            chance: isUp ? drift.up : drift.down,
          },
        ]
      })
    },
  }
}
