import type { BacktestReport, ReportPart, WalkStep } from '#contract/backtests/report.ts'
import { formatChange, formatNumber, NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import { MEANINGS } from './meanings.ts'
import { ratioText } from './texts.ts'

interface Part extends ReportPart {
  readonly name: string
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10)

const PARTS: readonly Column<Part>[] = [
  { id: 'part', header: 'Part', cell: ({ name }) => name },
  { id: 'from', header: 'From (UTC)', cell: ({ from, days }) => (days === 0 ? NOT_AVAILABLE : day(from)) },
  { id: 'days', header: 'Days', cell: ({ days }) => formatNumber(days), numeric: true },
  { id: 'trades', header: 'Trades', cell: ({ trades }) => formatNumber(trades), numeric: true },
  {
    id: 'return',
    header: 'Return',
    meaning: MEANINGS.return,
    cell: (part) => formatChange(100 * part.return),
    numeric: true,
  },
  {
    id: 'sharpe',
    header: 'Sharpe ratio',
    meaning: MEANINGS.sharpe,
    cell: ({ sharpe }) => ratioText(sharpe),
    numeric: true,
  },
]

const STEPS: readonly Column<WalkStep>[] = [
  { id: 'month', header: 'Month', cell: ({ month }) => month },
  {
    id: 'before',
    header: 'All months before',
    meaning: MEANINGS.return,
    cell: ({ before }) => (before === null ? NOT_AVAILABLE : formatChange(100 * before)),
    numeric: true,
  },
  {
    id: 'return',
    header: 'This month',
    meaning: MEANINGS.return,
    cell: (step) => formatChange(100 * step.return),
    numeric: true,
  },
  { id: 'trades', header: 'Trades', cell: ({ trades }) => formatNumber(trades), numeric: true },
]

/** 'In 3 of 5 months it went on as in all months before.' */
function walkText(walk: readonly WalkStep[]): string {
  const later = walk.filter(({ before }) => before !== null)
  const same = later.filter((step) => Math.sign(step.return) === Math.sign(step.before ?? 0)).length
  return later.length === 0
    ? 'One month only: nothing to compare with.'
    : `In ${formatNumber(same)} of ${formatNumber(later.length)} months it went on as in all months before.`
}

/** Whether the result is stable over time: the first two thirds beside the last third, and each month beside those before. */
export function Stability({ report: { first, last, walk } }: { readonly report: BacktestReport }) {
  const parts = [
    { ...first, name: 'First two thirds' },
    { ...last, name: 'Last third' },
  ]
  return (
    <>
      <Table caption="First and last part" columns={PARTS} rows={parts} rowKey={({ name }) => name} empty="" stacks />
      <p>{walkText(walk)}</p>
      <Table
        caption="Each month beside all before"
        columns={STEPS}
        rows={walk}
        rowKey={({ month }) => month}
        empty="No months"
        stacks
      />
    </>
  )
}
