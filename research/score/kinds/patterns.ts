import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { TOLERANCE } from '#research/evaluation/claims.ts'
import { evaluatePatterns, type PatternTrial } from '#research/evaluation/evaluate-patterns.ts'
import type { ClaimKind, ScoreCollector } from '../types.ts'

interface TimeframeTrials {
  readonly timeframe: AnalysisTimeframe
  readonly trials: readonly PatternTrial[]
}

export const patternTrials = (collector: ScoreCollector): TimeframeTrials[] =>
  collector
    .byTimeframe()
    .map(({ timeframe, patterns, candles }) => ({ timeframe, trials: evaluatePatterns(patterns, candles) }))

/** The claims that price has moved a pattern's way ten candles later, by timeframe. */
export const patternClaims: ClaimKind = (pair, collector) =>
  patternTrials(collector).map(({ timeframe, trials }) => ({
    pair,
    claim: 'price moves the way of a pattern',
    timeframe,
    cases: trials.map(({ time, reliability, isCorrect, baseline }) => ({
      time,
      claimed: reliability,
      happened: isCorrect,
      chance: baseline,
    })),
    tolerance: TOLERANCE,
  }))
