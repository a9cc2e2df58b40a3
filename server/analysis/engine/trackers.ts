import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { findDivergences, type FoundDivergence } from '../divergence/find.ts'
import { createPatterns, type PatternTracker } from '../patterns/tracker.ts'
import { createStructure, type StructureTracker } from '../structure/tracker.ts'
import type { TimeframeState } from './timeframe.ts'

/** What is followed on every timeframe, as of its last closed candle. */
export interface Trackers {
  readonly structure: StructureTracker
  patterns(timeframe: AnalysisTimeframe): PatternTracker
  divergences(timeframe: AnalysisTimeframe): readonly FoundDivergence[]
  /** Takes in the newest closed candle of a timeframe. */
  append(timeframe: AnalysisTimeframe, state: TimeframeState): void
}

const forEach = <T>(make: () => T): Map<AnalysisTimeframe, T> =>
  new Map(ANALYSIS_TIMEFRAMES.map((timeframe) => [timeframe, make()]))

export function createTrackers(): Trackers {
  const structure = createStructure()
  const patterns: Record<AnalysisTimeframe, PatternTracker> = {
    M1: createPatterns(),
    M5: createPatterns(),
    M15: createPatterns(),
    H1: createPatterns(),
    H4: createPatterns(),
    D1: createPatterns(),
  }
  const divergences = forEach<readonly FoundDivergence[]>(() => [])

  return {
    structure,
    patterns: (timeframe) => patterns[timeframe],
    divergences: (timeframe) => divergences.get(timeframe) ?? [],
    append(timeframe, { candles, snapshots }) {
      structure.append(timeframe, candles, snapshots)
      patterns[timeframe].append(candles, snapshots.at(-1)?.atr_14, structure.of(timeframe).swings.swings)
      divergences.set(timeframe, findDivergences(candles, snapshots))
    },
  }
}
