import { PAIR_IDS, type PairId } from '#contract/pairs.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'

// Part of the initial bundle, so it imports no schemas of the score-card.

const KINDS = ['level', 'pattern', 'regime', 'break'] as const
const SOURCES = ['live', 'past'] as const
const MONTH = /^\d{4}-\d{2}$/
const MAX_CLASS = 60

/** Search params of the score-card: levels and all of their cases by default. */
export interface ScoreSearch {
  readonly kind?: (typeof KINDS)[number] | undefined
  readonly source?: (typeof SOURCES)[number] | undefined
  readonly pair?: PairId | undefined
  readonly timeframe?: AnalysisTimeframe | undefined
  readonly class?: string | undefined
  readonly month?: string | undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= MAX_CLASS ? value : undefined

/** Parses the search params. Invalid ones are dropped; it never throws. */
export function scoreSearch(raw: Record<string, unknown>): ScoreSearch {
  const month = textOf(raw['month'])
  return {
    kind: KINDS.find((each) => each === raw['kind']),
    source: SOURCES.find((each) => each === raw['source']),
    pair: PAIR_IDS.find((each) => each === raw['pair']),
    timeframe: ANALYSIS_TIMEFRAMES.find((each) => each === raw['timeframe']),
    class: textOf(raw['class']),
    month: month !== undefined && MONTH.test(month) ? month : undefined,
  }
}
