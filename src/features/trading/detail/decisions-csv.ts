import { csvLine } from '#contract/csv.ts'
import { STRATEGY } from '#contract/limits.ts'
import type { PastDecision } from '#contract/strategies/decisions.ts'
import { toMillis } from '#contract/time.ts'

const HEADER = [
  'time',
  'pair',
  'decision',
  'confidence',
  'strength',
  'price',
  ...STRATEGY.backtestHorizons.map((minutes) => `change_percent_${minutes}_min_later`),
  'version',
]

/** Decisions as CSV, one a line: times in UTC, changes in percent of the price, empty where unknown. */
export function decisionsCsv(decisions: readonly PastDecision[]): string {
  const rows = decisions.map((decision) => [
    new Date(toMillis(decision.timestamp)).toISOString(),
    decision.symbol,
    decision.decision_type,
    decision.confidence,
    decision.strength,
    decision.price ?? '',
    ...STRATEGY.backtestHorizons.map(
      (minutes) => decision.later.find((each) => each.after_minutes === minutes)?.change ?? '',
    ),
    decision.version_number,
  ])
  return [HEADER, ...rows].map(csvLine).join('')
}
