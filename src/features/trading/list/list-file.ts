import { csvLine } from '#contract/csv.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { toMillis } from '#contract/time.ts'

const HEADER = [
  'id',
  'name',
  'description',
  'status',
  'exchanges',
  'symbols',
  'signal_sources',
  'confluence_rules',
  'version_number',
  'shared_by',
  'created_at',
]

/** Strategies as CSV, one a line: times in UTC, several pairs separated by spaces. */
export const strategiesCsv = (strategies: readonly StrategySummary[]): string =>
  [
    HEADER,
    ...strategies.map((strategy) => [
      strategy.id,
      strategy.name,
      strategy.description,
      strategy.status,
      strategy.exchanges.join(' '),
      strategy.symbols.join(' '),
      strategy.signal_sources,
      strategy.confluence_rules,
      strategy.version_number,
      strategy.shared_by,
      new Date(toMillis(strategy.created_at)).toISOString(),
    ]),
  ]
    .map(csvLine)
    .join('')
