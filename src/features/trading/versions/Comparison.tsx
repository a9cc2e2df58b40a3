import { Badge } from '#src/ui/text/Badge.tsx'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import type { Tone } from '#src/ui/theme/palettes.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { Change, ComparedGroup, ComparedSetting } from './compare.ts'
import * as css from './versions.css.ts'

const TONES: Readonly<Record<Exclude<Change, 'same'>, Tone>> = {
  changed: 'warning',
  added: 'success',
  removed: 'danger',
}

const LABEL: Column<ComparedSetting> = { id: 'label', header: 'Setting', cell: ({ label }) => label }
const DIFFERENCE: Column<ComparedSetting> = {
  id: 'change',
  header: 'Difference',
  cell: ({ change }) => (change === 'same' ? 'none' : <Badge tone={TONES[change]}>{change}</Badge>),
}

interface ComparisonProps {
  readonly groups: readonly ComparedGroup[]
  /** Headers of the two columns. */
  readonly before: string
  readonly after: string
}

/** Two versions side by side, each difference marked. */
export function Comparison({ groups, before, after }: ComparisonProps) {
  const columns: readonly Column<ComparedSetting>[] = [
    LABEL,
    { id: 'before', header: before, cell: (setting) => setting.before ?? '–' },
    { id: 'after', header: after, cell: (setting) => setting.after ?? '–' },
    DIFFERENCE,
  ]
  return (
    <div className={css.comparison}>
      {groups.map(({ key, title, settings }) => (
        <section key={key} className={layout.stack[1]} aria-label={title}>
          <h4 className={css.group}>{title}</h4>
          <Table caption={title} columns={columns} rows={settings} rowKey={({ label }) => label} empty="" stacks />
        </section>
      ))}
    </div>
  )
}
