import type { PairId } from '#contract/pairs.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { calibrate, type Claim } from './calibration.ts'
import { bootstrapByDay, groupByDay, wilsonInterval, type Proportion } from './interval.ts'

/** A claim of a payload, and what came of it. */
export interface ClaimCase extends Claim {
  /** When it was claimed, unix seconds. */
  readonly time: number
}

/** Claims of one kind about one pair, and one timeframe if the claim names one. */
export interface ClaimGroup {
  readonly pair: PairId
  /** What is claimed, as a clause: 'a level holds'. */
  readonly claim: string
  readonly timeframe: AnalysisTimeframe | undefined
  readonly cases: readonly ClaimCase[]
  /** How often the same happens by chance; null when it is not known. */
  readonly chance: number | null
  /** Difference of said and came that is not counted as wrong. */
  readonly tolerance: number
  /** Seconds within which cases are correlated; a day if not given. */
  readonly blockS?: number
}

/** Claims of about the same probability. */
export interface JudgedBin {
  readonly said: number
  readonly came: Proportion
  /** True with enough cases. */
  readonly isJudged: boolean
  /** True if the claimed probability is off by more than the tolerance, and by more than chance alone would explain. */
  readonly isOff: boolean
  /** Standard errors between the claimed probability and the share that came true. */
  readonly deviation: number
}

/** Three points. */
export const TOLERANCE = 0.03
/** Cases from which a bin is judged. */
export const MIN_CASES = 300
const MAX_BINS = 10
/** Half the width of an interval of 95 %, in standard errors. */
const Z = 1.96

/** The wider of both intervals: resampled by day, as cases of a day are correlated, and Wilson's, for few days. */
function intervalOf(cases: readonly ClaimCase[], blockS: number | undefined): Proportion {
  const days = groupByDay(
    cases,
    ({ time }) => time,
    ({ happened }) => happened,
    blockS,
  )
  const byDay = bootstrapByDay(days)
  const wilson = wilsonInterval(cases.filter(({ happened }) => happened).length, cases.length)
  return { ...wilson, low: Math.min(wilson.low, byDay.low), high: Math.max(wilson.high, byDay.high) }
}

/** Judges claims in up to ten equally filled bins of at least 300 cases by rising probability; fewer cases are one bin. */
export function judge({ cases, tolerance, blockS }: Pick<ClaimGroup, 'cases' | 'tolerance' | 'blockS'>): JudgedBin[] {
  const bins = Math.min(MAX_BINS, Math.max(1, Math.floor(cases.length / MIN_CASES)))
  return calibrate(cases, bins).map(({ claimed: said, claims }) => {
    const came = intervalOf(claims, blockS)
    const isOutside = said < came.low || said > came.high
    const isJudged = came.count >= MIN_CASES
    const reach = said < came.share ? came.share - came.low : came.high - came.share
    return {
      said,
      came,
      isJudged,
      isOff: isJudged && Math.abs(said - came.share) > tolerance && isOutside,
      deviation: (Z * Math.abs(said - came.share)) / reach,
    }
  })
}

/** Brier skill over always claiming the share that came: above 0 the claims distinguish cases, below 0 they mislead. */
export function skillOf(cases: readonly Claim[]): number {
  const base = cases.filter(({ happened }) => happened).length / cases.length
  const errorOf = (claimedOf: (claim: Claim) => number) =>
    cases.reduce((sum, claim) => sum + (claimedOf(claim) - (claim.happened ? 1 : 0)) ** 2, 0)
  const unskilled = errorOf(() => base)
  return unskilled === 0 ? 0 : 1 - errorOf(({ claimed }) => claimed) / unskilled
}
