import { Download } from 'lucide-react'
import { csvLine } from '#contract/csv.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { toMillis } from '#contract/time.ts'
import { download, saveJson } from '#src/ui/download.ts'
import { pluralize } from '#src/ui/format/number.ts'
import { Menu } from '#src/ui/overlays/Menu.tsx'

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

/** Saves the strategies that are listed, in their order. [TG-48] */
export function ListExport({ strategies }: { readonly strategies: readonly StrategySummary[] }) {
  const note = pluralize(strategies.length, 'strategy', 'strategies')
  return (
    <Menu
      text="Export List"
      size="small"
      align="end"
      icon={<Download size={14} aria-hidden="true" />}
      items={[
        { id: 'csv', label: 'CSV', note },
        { id: 'json', label: 'JSON', note },
      ]}
      onSelect={(format) => {
        if (format === 'csv') download('pairbot-strategies.csv', 'text/csv', strategiesCsv(strategies))
        else saveJson('pairbot-strategies.json', { strategies })
      }}
    />
  )
}
