import type { ActivationChange } from '#contract/models/model.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import { formatDateTime } from '#src/ui/format/time.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import * as css from './models.css.ts'

export interface HistorySectionProps {
  readonly history: readonly ActivationChange[]
  readonly isRollingBack: boolean
  readonly onRollBack: (change: ActivationChange) => void
}

const changeLabel = ({ change, rolled_back: rolledBack }: ActivationChange): string =>
  `${change === 'activated' ? 'Activated' : 'Deactivated'}${rolledBack === null ? '' : ' by rollback'}`

type RollBackProps = Pick<HistorySectionProps, 'isRollingBack' | 'onRollBack'>

const historyColumns = ({ isRollingBack, onRollBack }: RollBackProps): Column<ActivationChange>[] => [
  { id: 'change', header: 'Change', cell: changeLabel },
  { id: 'by', header: 'By', cell: ({ by }) => <span className={css.wrapping}>{by}</span> },
  {
    id: 'at',
    header: `At (${zoneName()})`,
    cell: ({ at }) => <span className={css.wrapping}>{formatDateTime(Date.parse(at))}</span>,
    numeric: true,
  },
  {
    id: 'back',
    header: 'Roll back',
    cell: (change) => (
      <Button size="small" disabled={isRollingBack} onClick={() => onRollBack(change)}>
        Restore
      </Button>
    ),
  },
]

/** Activations of a model. Each can be rolled back, together with every change after it. */
export function HistorySection({ history, ...rollBack }: HistorySectionProps) {
  return (
    <section className={css.section} aria-label="Activation History">
      <h3 className={css.heading}>Activation History</h3>
      <Table
        caption="Activation history"
        columns={historyColumns(rollBack)}
        rows={history}
        rowKey={({ id }) => id}
        empty="Never activated"
      />
    </section>
  )
}
