import type { ModelSwitch } from '#contract/models/model.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Table, type Column } from '#src/ui/display/Table.tsx'
import { formatDateTime } from '#src/ui/format/time.ts'
import * as css from './models.css.ts'

export interface HistorySectionProps {
  readonly history: readonly ModelSwitch[]
  readonly isRollingBack: boolean
  readonly onRollBack: (change: ModelSwitch) => void
}

const wordOf = ({ change, rolled_back: rolledBack }: ModelSwitch): string =>
  `${change === 'activated' ? 'Activated' : 'Deactivated'}${rolledBack === null ? '' : ' by roll-back'}`

type BackProps = Pick<HistorySectionProps, 'isRollingBack' | 'onRollBack'>

const columnsOf = ({ isRollingBack, onRollBack }: BackProps): Column<ModelSwitch>[] => [
  { id: 'change', header: 'Change', cell: wordOf },
  { id: 'by', header: 'By', cell: ({ by }) => by },
  { id: 'at', header: 'At (UTC)', cell: ({ at }) => formatDateTime(Date.parse(at)), numeric: true },
  {
    id: 'back',
    header: 'Roll back',
    cell: (change) => (
      <Button size="small" disabled={isRollingBack} onClick={() => onRollBack(change)}>
        To before
      </Button>
    ),
  },
]

/** Who switched a model, and when. Each change can be taken back, with everything that was switched after it. */
export function HistorySection({ history, ...back }: HistorySectionProps) {
  return (
    <section className={css.section} aria-label="Activation History">
      <h3 className={css.heading}>Activation History</h3>
      <Table
        caption="Activation history"
        columns={columnsOf(back)}
        rows={history}
        rowKey={({ id }) => id}
        empty="Never activated"
      />
    </section>
  )
}
