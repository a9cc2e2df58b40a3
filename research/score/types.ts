import type { ForecastTimeframe } from '#contract/payloads/forecast.ts'
import type { PairId } from '#contract/pairs.ts'
import type { ClaimGroup } from '#research/evaluation/claims.ts'
import type { BandTrial } from '#research/evaluation/evaluate-forecasts.ts'
import type { LevelTrial } from '#research/evaluation/evaluate-levels.ts'
import type { PatternTrial } from '#research/evaluation/evaluate-patterns.ts'
import type { CaseTally } from '#server/outcomes/tally.ts'
import type { OrdinalCase } from '#research/evaluation/slope.ts'
import type { createScoreCollector, LevelClaim } from '../analysis/score-collector.ts'

export type ScoreCollector = ReturnType<typeof createScoreCollector>

/** Finds the claims of one kind in a recorded replay. */
export type ClaimKind = (pair: PairId, collector: ScoreCollector) => readonly ClaimGroup[]

/** Classes on an ordinal scale, and whether each case did what a higher class is said to do more often. */
export interface RiseGroup {
  readonly pair: PairId
  readonly claim: string
  readonly cases: readonly OrdinalCase[]
}

/** Directions that were published with some evidence, which claims no probability. */
export interface RecordGroup {
  readonly pair: PairId
  readonly claim: string
  readonly cases: readonly RecordCase[]
}

export interface RecordCase {
  readonly evidence: number
  readonly happened: boolean
  readonly chance: number
}

/** Forecasts of the moves of one timeframe with what came. */
export interface BandGroup {
  readonly timeframe: ForecastTimeframe
  readonly trials: readonly BandTrial[]
}

/** What the payloads about one pair claimed, and what came. */
export interface Findings {
  readonly pair: PairId
  readonly claims: readonly ClaimGroup[]
  readonly rises: readonly RiseGroup[]
  readonly records: readonly RecordGroup[]
  readonly levels: readonly LevelTrial<LevelClaim>[]
  readonly patterns: readonly PatternTrial[]
  readonly bands: readonly BandGroup[]
  /** The same cases as on the score-card. */
  readonly cases: readonly CaseTally[]
}
