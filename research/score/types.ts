import type { ForecastTimeframe } from '#contract/payloads/forecast.ts'
import type { PairId } from '#contract/pairs.ts'
import type { BandTrial } from '#research/evaluation/evaluate-forecasts.ts'
import type { OrdinalCase } from '#research/evaluation/slope.ts'
import type { Outcomes } from '../outcomes/follow-file.ts'

/** Classes on an ordinal scale, and whether each case did what a higher class is said to do more often. */
export interface RiseGroup {
  readonly pair: PairId
  readonly claim: string
  readonly cases: readonly OrdinalCase[]
}

/** Forecasts of the moves of one timeframe with what came. */
export interface BandGroup {
  readonly timeframe: ForecastTimeframe
  readonly trials: readonly BandTrial[]
}

/** What the payloads about one pair claimed, and what came. */
export interface Findings extends Outcomes {
  readonly pair: PairId
  readonly bands: readonly BandGroup[]
}
