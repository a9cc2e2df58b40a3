import type { BacktestJob } from '#contract/backtests/jobs.ts'
import { PAIRS } from '#contract/pairs.ts'
import { PriceChange } from '#src/ui/data/PriceChange.tsx'
import { formatNumber, formatPercent, NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import * as css from './backtests.css.ts'
import { RowMenu, type BacktestActions } from './RowMenu.tsx'
import { progressText, spanText, STATUS_TEXTS, STATUS_TONES, subjectKind } from './result-items.ts'

/** The status, with the progress of a running one and the reason of a failed one. */
export function Status({ job: { status, progress, reason } }: { readonly job: BacktestJob }) {
  return (
    <Badge shape="pill" tone={STATUS_TONES[status]} title={reason ?? undefined}>
      {progress === null || status === 'paused' ? STATUS_TEXTS[status] : progressText(progress)}
    </Badge>
  )
}

/** What was tested, named unless the backtest has the same name. */
function testedText({ name, subject }: BacktestJob): string {
  const kind = subjectKind(subject)
  return subject.name === name ? kind : `${subject.name} (${kind})`
}

const column = columnHelper<BacktestJob>()

export const backtestColumns = (
  now: number,
  onShow: (id: string) => void,
  actions: BacktestActions | undefined,
): Columns<BacktestJob> =>
  column.columns([
    column.accessor('name', {
      header: 'Name',
      meta: { isTitle: true, wraps: true },
      cell: ({ row }) => (
        <button type="button" className={css.name} data-main onClick={() => onShow(row.original.id)}>
          {row.original.name}
        </button>
      ),
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { isShort: true },
      cell: ({ row }) => <Status job={row.original} />,
    }),
    column.display({
      id: 'pair',
      header: 'Pair',
      meta: { isShort: true },
      cell: ({ row }) => PAIRS[row.original.settings.pair].label,
    }),
    column.display({
      id: 'subject',
      header: 'Tested',
      meta: { wraps: true },
      cell: ({ row: { original } }) => testedText(original),
    }),
    column.display({
      id: 'span',
      header: 'Span (UTC)',
      meta: { wraps: true },
      cell: ({ row }) => spanText(row.original.settings),
    }),
    column.display({
      id: 'return',
      header: 'Return',
      meta: { numeric: true, isShort: true },
      cell: ({ row: { original } }) =>
        original.summary === null ? NOT_AVAILABLE : <PriceChange percent={original.summary.return_pct} />,
    }),
    column.display({
      id: 'drawdown',
      header: 'Max drawdown',
      meta: { numeric: true, isShort: true },
      cell: ({ row: { original } }) =>
        original.summary === null ? NOT_AVAILABLE : formatPercent(original.summary.max_drawdown_pct / 100, 1),
    }),
    column.display({
      id: 'trades',
      header: 'Trades',
      meta: { numeric: true, isShort: true },
      cell: ({ row: { original } }) => formatNumber(original.summary?.trades),
    }),
    column.accessor('created_at', {
      header: 'Started',
      meta: { isShort: true },
      cell: (cell) => <RelativeTime at={cell.getValue()} now={now} />,
    }),
    ...(actions === undefined
      ? []
      : [
          column.display({
            id: 'actions',
            header: 'Actions',
            meta: { isActions: true },
            cell: ({ row }) => <RowMenu key={row.id} job={row.original} actions={actions} />,
          }),
        ]),
  ])
