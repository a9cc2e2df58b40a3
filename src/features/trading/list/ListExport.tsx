import { Download } from 'lucide-react'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { download, saveJson } from '#src/ui/download.ts'
import { pluralize } from '#src/ui/format/number.ts'
import { Menu } from '#src/ui/overlays/Menu.tsx'
import { strategiesCsv } from './list-file.ts'

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
