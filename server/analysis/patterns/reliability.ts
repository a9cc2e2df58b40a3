import type { FoundRecord } from '#contract/track-records/book.ts'
import { compareWithChance, type Comparison } from '#contract/track-records/text.ts'
import type { PairId } from '#contract/pairs.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { RECORD_BOOK } from '../track-records/track-records.ts'
import { patternClass } from '#contract/track-records/interval.ts'

/** Cases of chance that are added to a record, so that few cases do not make an extreme share. */
const PRIOR_CASES = 100

const INSIGHTS: Record<Comparison, string> = {
  better: 'has been right more often than chance',
  same: 'is not known to say more than chance',
  worse: 'has been wrong more often than chance',
}

/** A pattern on a timeframe of a pair. */
export interface TrackedPattern {
  readonly name: string
  readonly stage: string
  readonly pair: PairId | undefined
  readonly timeframe: AnalysisTimeframe
}

const recordOf = ({ name, stage, pair, timeframe }: TrackedPattern): FoundRecord | undefined =>
  RECORD_BOOK.find({ claim: 'pattern', pair, timeframe, class: patternClass(name, stage) })

/** By pattern: each is looked up in every minute that it is active. */
const reliabilities = new Map<string, number>()

/**
 * Share of such patterns on that timeframe that were right, shrunk towards chance; one half where none was counted. For
 * patterns that the analysis itself found: there are only so many.
 */
export function patternReliability(pattern: TrackedPattern): number {
  const key = `${pattern.pair} ${pattern.timeframe} ${pattern.stage} ${pattern.name}`
  const known = reliabilities.get(key)
  if (known !== undefined) return known
  const { hits, count, chance } = recordOf(pattern)?.record ?? { hits: 0, count: 0, chance: 0.5 }
  const reliability = (hits + PRIOR_CASES * chance) / (count + PRIOR_CASES)
  reliabilities.set(key, reliability)
  return reliability
}

/** What the pattern's record says, in words: 'On H1 it is not known to say more than chance.' */
export function recordInsight(pattern: TrackedPattern): string {
  const found = recordOf(pattern)
  const comparison = found && compareWithChance(found.record)
  return comparison === undefined
    ? `On ${pattern.timeframe} it has been too rare for a record.`
    : `On ${pattern.timeframe} it ${INSIGHTS[comparison]}.`
}
