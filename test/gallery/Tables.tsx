import { CandleTable } from '#src/ui/table/CandleTable.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { RawData } from '#src/ui/data/RawData.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { RoleBadge } from '#src/ui/text/RoleBadge.tsx'
import { UntilTime } from '#src/ui/text/UntilTime.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import { PagedTable } from '#src/ui/table/PagedTable.tsx'
import { DetailToggle } from '#src/ui/table/parts.tsx'
import { row, stack } from './gallery.css.ts'

interface Sample {
  readonly id: string
  readonly name: string
  readonly size: number
}
const samples = (count: number): readonly Sample[] =>
  Array.from({ length: count }, (_, n) => ({ id: `s${n}`, name: `Row ${n + 1}`, size: n * n }))
const FEW = samples(3)
const idOf = ({ id }: Sample) => id

const column = columnHelper<Sample>()
const COLUMNS: Columns<Sample> = column.columns([
  column.accessor('name', { header: 'Name', meta: { isTitle: true } }),
  column.accessor('size', { header: 'Size', meta: { numeric: true } }),
])
const WITH_DETAILS: Columns<Sample> = column.columns([
  ...COLUMNS,
  column.display({
    id: 'details',
    header: 'Details',
    cell: (cell) => <DetailToggle row={cell.row} of={cell.row.original.name} />,
  }),
])

const THEN = Date.UTC(2019, 5, 30, 23, 59, 7)
const HOUR_MS = 3_600_000
const CANDLE = {
  timestamp: THEN / 1_000 - 7,
  open: 10_760.5,
  high: 10_788,
  low: 10_751.2,
  close: 10_781.9,
  volume: 12.5,
}
const RAW_ROWS = [
  { path: 'close', name: 'Close', value: CANDLE.close, unit: 'quote', says: 'The last price', changed: undefined },
] as const
const NOTHING = { value: undefined, at: undefined, isLoading: false, isPrevious: false, error: undefined }
const reload = () => undefined
const More = ({ name }: Sample) => <p>More about {name}.</p>
const SORTING = { columns: ['name', 'size'], sort: '-size', onSort: () => undefined }
const SORT_COLUMNS = ['name', 'size'] as const
const NO_SEARCH = {}
const SELECTION = { ids: new Set(['s1']), onChange: () => undefined, nameOf: ({ name }: Sample) => name }
const showFew = () => <DataTable caption="Loaded rows" columns={COLUMNS} rows={FEW} rowId={idOf} />

export function Tables() {
  return (
    <Card title="Tables and what is loaded">
      <div className={stack}>
        <div className={row}>
          <RoleBadge of="Admin" />
          <RoleBadge of="Trader" shape="pill" />
          <RoleBadge of="Viewer" shape="pill" />
          <UntilTime at={THEN + HOUR_MS} now={THEN} />
          <UntilTime at={THEN} now={THEN} isOver />
        </div>
        <DataTable
          caption="Sorted, selected rows"
          columns={WITH_DETAILS}
          rows={FEW}
          rowId={idOf}
          detail={More}
          sorting={SORTING}
          selection={SELECTION}
        />
        <PagedTable
          caption="Rows by pages"
          noun="rows"
          columns={COLUMNS}
          rows={FEW}
          total={undefined}
          pageSize={2}
          rowId={idOf}
          nameOf={SELECTION.nameOf}
          sortColumns={SORT_COLUMNS}
          usualSort="name"
          search={NO_SEARCH}
          onSearch={reload}
          empty={null}
          renderExport={() => null}
        />
        <RawData rows={RAW_ROWS} pair="BTCUSD" json="{}" view="table" onView={reload}>
          {() => null}
        </RawData>
        <CandleTable candles={[CANDLE]} pair="BTCUSD" />
        <AsyncContent
          data={{ ...NOTHING, isLoading: true, reload }}
          loading="Loading rows..."
          failed="Failed to load rows"
        >
          {showFew}
        </AsyncContent>
        <AsyncContent
          data={{ ...NOTHING, error: 'HTTP 503', reload }}
          loading="Loading..."
          failed="Failed to load rows"
        >
          {showFew}
        </AsyncContent>
        <AsyncContent
          data={{ ...NOTHING, value: 1, at: THEN, error: 'HTTP 503', reload }}
          loading="Loading..."
          failed="Failed to load newer rows"
        >
          {showFew}
        </AsyncContent>
      </div>
    </Card>
  )
}
