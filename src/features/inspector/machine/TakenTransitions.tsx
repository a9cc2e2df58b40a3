import type { MachineGraph } from '#src/lib/inspection/graph.ts'
import { Table } from '#src/ui/table/Table.tsx'
import { transitionText } from '../chart/layout.ts'

interface Row {
  readonly id: string
  readonly from: string
  readonly text: string
  readonly to: string
  readonly count: number
}

const COLUMNS = [
  { id: 'from', header: 'From', cell: ({ from }: Row) => from },
  { id: 'text', header: 'Transition', cell: ({ text }: Row) => text },
  { id: 'to', header: 'To', cell: ({ to }: Row) => to },
  { id: 'times', header: 'Times', numeric: true, cell: ({ count }: Row) => count },
]

/** Transitions taken since the machine started, most frequent first. */
export function TakenTransitions({
  graph,
  taken,
}: {
  readonly graph: MachineGraph
  readonly taken: ReadonlyMap<string, number>
}) {
  const rows = graph.transitions
    .flatMap((transition): Row[] => {
      const count = taken.get(transition.id)
      return count === undefined
        ? []
        : [
            {
              id: transition.id,
              from: transition.source,
              text: transitionText(transition),
              to: transition.targets.length === 0 ? 'stays' : transition.targets.join(', '),
              count,
            },
          ]
    })
    .toSorted((a, b) => b.count - a.count)
  return (
    <Table
      caption="Transitions taken"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      empty="No transitions taken yet."
    />
  )
}
