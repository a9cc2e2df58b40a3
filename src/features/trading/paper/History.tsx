import { Download } from 'lucide-react'
import { type SubmitEvent, useMemo, useState } from 'react'
import { csvLine } from '#contract/csv.ts'
import { PAPER } from '#contract/limits.ts'
import type { Allocation, LedgerRow } from '#contract/paper/account.ts'
import { PAIRS } from '#contract/pairs.ts'
import { toMillis } from '#contract/time.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { download } from '#src/ui/download.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatDollars, formatPrice } from '#src/ui/format/number.ts'
import { formatDateTime } from '#src/ui/format/time.ts'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { tradesCsv } from '../backtests/BacktestDetail.tsx'
import { EXITS } from '../backtests/report/BacktestReportView.tsx'
import { useTradingContext } from '../trading-context.ts'
import { Calendar, dayResults } from './Calendar.tsx'
import { Gain, WhyButton } from './PaperTables.tsx'
import * as css from './paper.css.ts'

const tradeColumns = (strategies: ReadonlyMap<string, string | null>): readonly Column<LedgerRow>[] => [
  {
    id: 'pair',
    header: 'Pair',
    sortBy: ({ pair }) => pair,
    cell: ({ pair }) => (pair === null ? '' : PAIRS[pair].label),
  },
  { id: 'side', header: 'Side', sortBy: ({ trade }) => trade?.side, cell: ({ trade }) => trade?.side },
  { id: 'opened', header: 'Opened', cell: ({ trade }) => trade && formatDateTime(toMillis(trade.opened_at)) },
  {
    id: 'closed',
    header: 'Closed',
    sortBy: ({ trade }) => trade && toMillis(trade.closed_at),
    cell: ({ trade }) => trade && formatDateTime(toMillis(trade.closed_at)),
  },
  {
    id: 'entry',
    header: 'Entry',
    numeric: true,
    cell: ({ trade, pair }) => trade && formatPrice(trade.entry_price, pair ?? undefined),
  },
  {
    id: 'exit',
    header: 'Exit',
    numeric: true,
    cell: ({ trade, pair }) => trade && formatPrice(trade.exit_price, pair ?? undefined),
  },
  {
    id: 'fees',
    header: 'Fees',
    numeric: true,
    sortBy: ({ trade }) => trade?.fees,
    cell: ({ trade }) => trade && formatDollars(trade.fees),
  },
  {
    id: 'profit',
    header: 'Profit',
    numeric: true,
    sortBy: ({ trade }) => trade?.profit,
    cell: ({ trade }) => <Gain amount={trade?.profit} />,
  },
  {
    id: 'by',
    header: 'Closed by',
    sortBy: ({ trade }) => trade && EXITS[trade.exit],
    cell: ({ trade }) => trade && EXITS[trade.exit],
  },
  {
    id: 'why',
    header: '',
    cell({ trade, pair, allocation_id: id }) {
      const strategyId = strategies.get(id ?? '') ?? null
      return trade === null || pair === null || strategyId === null ? null : (
        <WhyButton strategyId={strategyId} pair={pair} decidedAt={toMillis(trade.decided_at)} />
      )
    },
  },
]

const amount = (value: number): string => (value === 0 ? '' : formatDollars(value))
const LEDGER: readonly Column<LedgerRow>[] = [
  { id: 'seq', header: 'No.', numeric: true, cell: ({ seq }) => seq },
  { id: 'at', header: 'Time', cell: ({ at }) => formatDateTime(toMillis(at)) },
  { id: 'pair', header: 'Pair', cell: ({ pair }) => (pair === null ? '' : PAIRS[pair].label) },
  { id: 'text', header: 'What', wraps: true, cell: ({ kind, text }) => (kind === 'journal' ? <em>{text}</em> : text) },
  { id: 'cash', header: 'Cash', numeric: true, cell: ({ cash }) => amount(cash) },
  { id: 'position', header: 'Position', numeric: true, cell: ({ position }) => amount(position) },
  { id: 'fee', header: 'Fees', numeric: true, cell: ({ fee }) => amount(fee) },
  { id: 'profit', header: 'Profit', numeric: true, cell: ({ profit }) => amount(-profit) },
]

const LEDGER_HEADER = [
  'seq',
  'time',
  'pair',
  'kind',
  'price',
  'quantity',
  'cash',
  'position',
  'fee',
  'profit',
  'capital',
  'text',
]

/** Rows of the ledger as CSV, newest first: times in UTC, amounts in dollars, of which each row sums to 0. */
export const ledgerCsv = (rows: readonly LedgerRow[]): string =>
  [
    LEDGER_HEADER,
    ...rows.map((row) => [
      row.seq,
      new Date(toMillis(row.at)).toISOString(),
      row.pair === null ? '' : PAIRS[row.pair].label,
      row.kind,
      row.price ?? '',
      row.quantity ?? '',
      row.cash,
      row.position,
      row.fee,
      row.profit,
      row.capital,
      row.text,
    ]),
  ]
    .map(csvLine)
    .join('')

interface ExportCsvProps {
  readonly name: 'trades' | 'ledger'
  readonly rows: readonly LedgerRow[]
  readonly toCsv: () => string
}

const ExportCsv = ({ name, rows, toCsv }: ExportCsvProps) =>
  rows.length === 0 ? null : (
    <Button
      size="small"
      icon={<Download size={14} aria-hidden="true" />}
      onClick={() => download(`pairbot-paper-${name}.csv`, 'text/csv', toCsv())}
    >
      Export CSV
    </Button>
  )

const rowKey = ({ seq }: LedgerRow): string => String(seq)

interface TradesProps {
  readonly allocations: readonly Allocation[]
  /** Of this strategy only. */
  readonly strategyId?: string
}

/** The newest closed trades, each with the way to why it was opened. */
export function Trades({ allocations, strategyId }: TradesProps) {
  const strategies = new Map(allocations.map(({ id, strategy_id: strategy }) => [id, strategy]))
  const { paper } = useTradingContext()
  const data = useRemoteData(useMemo(() => paper.trades(strategyId), [paper, strategyId]))
  return (
    <AsyncContent data={data} loading="Loading trades..." failed="Failed to load trades" lines={4}>
      {(rows) => (
        <>
          <ExportCsv name="trades" rows={rows} toCsv={() => tradesCsv(rows.flatMap(({ trade }) => trade ?? []))} />
          <Table
            caption="Trades"
            columns={tradeColumns(strategies)}
            rows={rows}
            rowKey={rowKey}
            empty="No trades yet"
            pageSize={PAPER.rowsPerPage}
            stacks
          />
        </>
      )}
    </AsyncContent>
  )
}

/** Form for a note in the ledger. */
function AddNote() {
  const { paper } = useTradingContext()
  const [text, setText] = useState('')
  const { mutate, isPending, error } = useMutation(paper.addNote)

  async function add() {
    if ((await mutate(text.trim()))?.ok === true) setText('')
  }

  return (
    <form
      className={css.note}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void add()
      }}
    >
      <TextField
        label="Note"
        hint="Stays in the ledger, which is only ever added to. Words with # are tags."
        error={error?.text}
        maxLength={PAPER.maxNote}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" busy={isPending} disabled={text.trim() === ''}>
        Add Note
      </Button>
    </form>
  )
}

const TAG = /#[\p{L}\d_-]+/gu

/** The tags of the owner's notes, in alphabetical order. */
const tagsOf = (rows: readonly LedgerRow[]): readonly string[] =>
  [...new Set(rows.flatMap(({ kind, text }) => (kind === 'journal' ? (text.match(TAG) ?? []) : [])))].toSorted()

function matches({ text, pair, trade }: LedgerRow, term: string): boolean {
  const words = [text, pair === null ? '' : PAIRS[pair].label, trade?.side ?? '', trade ? EXITS[trade.exit] : '']
  return words.join(' ').toLowerCase().includes(term.trim().toLowerCase())
}

/** The newest rows of the ledger: fills, what was not traded and why, and own notes. */
export function Ledger() {
  const { paper } = useTradingContext()
  const data = useRemoteData(paper.ledger)
  const [term, setTerm] = useState('')
  return (
    <AsyncContent data={data} loading="Loading the ledger..." failed="Failed to load the ledger" lines={4}>
      {(all) => {
        const rows = all.filter((row) => matches(row, term))
        const tags = tagsOf(all)
        return (
          <div className={layout.stack[3]}>
            <AddNote />
            <div className={css.filters}>
              <SearchField label="Filter the ledger" value={term} onSearch={setTerm} />
              {tags.length === 0 ? null : (
                <ToggleGroup
                  label="Tags"
                  options={[{ id: '', label: 'All' }, ...tags.map((tag) => ({ id: tag, label: tag }))]}
                  value={tags.find((tag) => tag === term) ?? ''}
                  onChange={setTerm}
                />
              )}
              <ExportCsv name="ledger" rows={rows} toCsv={() => ledgerCsv(rows)} />
            </div>
            <Table
              caption="Ledger"
              columns={LEDGER}
              rows={rows}
              rowKey={rowKey}
              empty={term === '' ? 'Empty' : 'No row matches'}
              pageSize={PAPER.rowsPerPage}
              stacks
            />
          </div>
        )
      }}
    </AsyncContent>
  )
}

const WIDTH = 600
const HEIGHT = 72

/** Equity at full hours as a line, with its first and last value in words, and what each day made. */
export function Curve({ capital }: { readonly capital: number }) {
  const { paper } = useTradingContext()
  const data = useRemoteData(paper.curve)
  return (
    <AsyncContent data={data} loading="Loading the equity..." failed="Failed to load the equity" lines={3}>
      {(points) => {
        const [first, last] = [points[0], points.at(-1)]
        if (!first || !last || points.length < 2)
          return <EmptyState title="No curve yet">The equity of each full hour is drawn here.</EmptyState>
        const values = points.map(({ equity }) => equity)
        const [low, high] = [Math.min(...values), Math.max(...values)]
        const span = high - low || 1
        const line = values
          .map(
            (value, n) => `${(n / (values.length - 1)) * WIDTH},${HEIGHT - 2 - ((value - low) / span) * (HEIGHT - 4)}`,
          )
          .join(' ')
        return (
          <>
            <svg className={css.curve} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              <polyline points={line} vectorEffect="non-scaling-stroke" />
            </svg>
            <p className={layout.quiet}>
              {formatDateTime(toMillis(first.at))} {formatDollars(first.equity)} to {formatDateTime(toMillis(last.at))}{' '}
              {formatDollars(last.equity)}, lowest {formatDollars(low)}, highest {formatDollars(high)}
            </p>
            <Calendar
              days={dayResults(
                points.map(({ at, equity }) => ({ at: toMillis(at), equity })),
                capital,
              )}
            />
          </>
        )
      }}
    </AsyncContent>
  )
}
