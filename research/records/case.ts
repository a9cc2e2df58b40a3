import type { TrackedClaim } from '#contract/track-records/schema.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'

/** One case of a claim. */
export interface TrackedCase {
  readonly claim: TrackedClaim
  /** Null for claims across timeframes. */
  readonly timeframe: AnalysisTimeframe | null
  readonly class: string
  readonly isHit: boolean
  /** Share of the same candles in which the claim would have come true at any other time. */
  readonly chance: number
}
