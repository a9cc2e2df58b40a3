import { humanize } from '#src/analysis/fields.ts'
import type { StreamSummary } from '#src/streams/index.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import { formatCount, NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { formatClock, formatExact } from '#src/ui/format/time.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import * as css from './overview.css.ts'

interface Row {
  readonly name: string
  readonly streams: string
  readonly messages: string
  readonly lastUpdate: number | undefined
}

/** Rows sorted by name, so that they do not move when values change. */
export const categoryRows = ({ categories }: StreamSummary): readonly Row[] =>
  [...categories]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { streamCount, messageCount, lastUpdate }]) => ({
      name,
      streams: formatCount(streamCount),
      messages: formatCount(messageCount),
      lastUpdate,
    }))

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', header: 'Category', cell: ({ name }) => (name === '' ? 'No category' : humanize(name)) },
  { id: 'streams', header: 'Streams', numeric: true, cell: ({ streams }) => streams },
  { id: 'messages', header: 'Messages', numeric: true, cell: ({ messages }) => messages },
  {
    id: 'lastUpdate',
    header: 'Updated',
    numeric: true,
    cell: ({ lastUpdate }) =>
      lastUpdate === undefined ? NOT_AVAILABLE : <span title={formatExact(lastUpdate)}>{formatClock(lastUpdate)}</span>,
  },
]

/** Streams and messages of each category. */
export const CategoryCard = ({ summary }: { readonly summary: StreamSummary }) => (
  <Card
    className={css.categories}
    title="Category Breakdown"
    subtitle={`times in ${zoneName()}`}
    help={<Help of="Category Breakdown" topic="categories" />}
    compact
    flush
  >
    <Table
      caption="Streams and messages by category"
      columns={COLUMNS}
      rows={categoryRows(summary)}
      rowKey={({ name }) => name}
      empty="No streams yet"
    />
  </Card>
)
