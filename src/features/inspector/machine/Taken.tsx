import type { MachineGraph } from '#src/machines/inspection/graph.ts'
import { Table } from '#src/ui/display/Table.tsx'
import { wordsOf } from '../chart/layout.ts'

interface Row {
  readonly id: string
  readonly from: string
  readonly words: string
  readonly to: string
  readonly times: number
}

const COLUMNS = [
  { id: 'from', header: 'From', cell: ({ from }: Row) => from },
  { id: 'words', header: 'Transition', cell: ({ words }: Row) => words },
  { id: 'to', header: 'To', cell: ({ to }: Row) => to },
  { id: 'times', header: 'Times', numeric: true, cell: ({ times }: Row) => times },
]

/** Transitions that were taken since the machine started, the most frequent first. */
export function Taken({ graph, taken }: { readonly graph: MachineGraph; readonly taken: ReadonlyMap<string, number> }) {
  const rows = graph.transitions
    .flatMap((transition): Row[] => {
      const times = taken.get(transition.id)
      return times === undefined
        ? []
        : [
            {
              id: transition.id,
              from: transition.source,
              words: wordsOf(transition),
              to: transition.targets.length === 0 ? 'stays' : transition.targets.join(', '),
              times,
            },
          ]
    })
    .toSorted((a, b) => b.times - a.times)
  return (
    <Table
      caption="Transitions taken"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      empty="No transition was taken yet."
    />
  )
}
