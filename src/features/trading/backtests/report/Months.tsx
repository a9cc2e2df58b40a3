import type { ReportYear } from '#contract/backtests/report.ts'
import { formatChange } from '#src/ui/format/number.ts'
import { PriceChange } from '#src/ui/data/PriceChange.tsx'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import { MEANINGS } from './meanings.ts'

const NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const COLUMNS: readonly Column<ReportYear>[] = [
  { id: 'year', header: 'Year', cell: ({ year }) => year },
  ...NAMES.map((name, month): Column<ReportYear> => ({
    id: name,
    header: name,
    numeric: true,
    cell({ months }) {
      const found = months[month] ?? null
      return found === null ? '' : formatChange(100 * found, 1)
    },
  })),
  {
    id: 'total',
    header: 'Year’s total',
    meaning: MEANINGS.return,
    numeric: true,
    cell: ({ total }) => <PriceChange percent={100 * total} />,
  },
]

/** Returns of the months, a year a row. */
export const Months = ({ years }: { readonly years: readonly ReportYear[] }) => (
  <Table
    caption="Return by month and year"
    columns={COLUMNS}
    rows={years}
    rowKey={({ year }) => String(year)}
    empty="No months"
    stacks
  />
)
