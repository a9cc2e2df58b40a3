import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Allocation, LedgerRow } from '#contract/paper/account.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { toMillis } from '#contract/time.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import type { FiguresByPair } from '#src/streams/index.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { download } from '#src/ui/download.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import {
  formatChange,
  formatDollars,
  formatNumber,
  formatPercent,
  formatPrice,
  NOT_AVAILABLE,
} from '#src/ui/format/number.ts'
import { formatDate, formatDateTime } from '#src/ui/format/time.ts'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { tradesCsv } from '../backtests/BacktestDetail.tsx'
import { EXITS } from '../backtests/report/BacktestReportView.tsx'
import { useTradingContext } from '../trading-context.ts'
import { ReasonDialog } from './PaperDialogs.tsx'
import { equityOf, type ValuedPosition } from './value.ts'
import * as css from './paper.css.ts'

/** A gain with its sign, coloured; never by colour alone. */
export const Gain = ({ amount }: { readonly amount: number | undefined }) =>
  amount === undefined ? (
    NOT_AVAILABLE
  ) : (
    <span className={amount < 0 ? css.loss : amount > 0 ? css.gain : undefined}>
      {amount > 0 ? '+' : ''}
      {formatDollars(amount)}
    </span>
  )

const ORDER_TEXTS: Record<NonNullable<Allocation['order']>, string> = {
  buy: 'Buys with the next minute',
  sell: 'Sells with the next minute',
  close: 'Closes with the next minute',
}

interface WhyProps {
  readonly strategyId: string
  readonly pair: PairId
  /** Unix ms. */
  readonly decidedAt: number
}

/** Opens the strategy with the decision behind a position or trade explained. */
function WhyButton({ strategyId, pair, decidedAt }: WhyProps) {
  const { address } = useTradingContext()
  const time = formatDateTime(decidedAt)
  return (
    <Button
      size="small"
      aria-label={`Why ${PAIRS[pair].label} was traded at ${time}`}
      onClick={() => address.open(strategyId, `${pair}-${decidedAt}`)}
    >
      Why
    </Button>
  )
}

function CloseButton({ allocation: { id, name, pair, order } }: { readonly allocation: Allocation }) {
  const { paper } = useTradingContext()
  const [isOpen, setIsOpen] = useState(false)
  const what = `${PAIRS[pair].label} of ${name}`
  return (
    <>
      <Button size="small" disabled={order === 'close'} aria-label={`Close ${what}`} onClick={() => setIsOpen(true)}>
        {order === 'close' ? 'Closing' : 'Close'}
      </Button>
      {isOpen ? (
        <ReasonDialog
          title={`Close ${what}?`}
          text="At the open of the next minute. The strategy trades on with its next decision."
          submit="Close Position"
          act={(reason) => paper.close(id, reason)}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  )
}

const priceText = (value: number | null | undefined, { pair }: Allocation): string =>
  value === null || value === undefined ? NOT_AVAILABLE : formatPrice(value, pair)

const POSITIONS: readonly Column<ValuedPosition>[] = [
  { id: 'pair', header: 'Pair', cell: ({ allocation }) => PAIRS[allocation.pair].label },
  {
    id: 'side',
    header: 'Side',
    cell: ({ position: { side } }) => <Badge tone={side === 'long' ? 'success' : 'danger'}>{side}</Badge>,
  },
  { id: 'strategy', header: 'Strategy', wraps: true, cell: ({ allocation }) => allocation.name },
  { id: 'quantity', header: 'Quantity', numeric: true, cell: ({ position }) => formatNumber(position.quantity, 6) },
  {
    id: 'entry',
    header: 'Entry',
    numeric: true,
    cell: ({ allocation, position }) => priceText(position.entry_price, allocation),
  },
  { id: 'price', header: 'Price', numeric: true, cell: ({ allocation, price }) => priceText(price, allocation) },
  { id: 'profit', header: 'Profit', numeric: true, cell: ({ profit }) => <Gain amount={profit} /> },
  {
    id: 'stop',
    header: 'Stop',
    numeric: true,
    cell: ({ allocation, position }) => priceText(position.stop, allocation),
  },
  {
    id: 'target',
    header: 'Target',
    numeric: true,
    cell: ({ allocation, position }) => priceText(position.target, allocation),
  },
  { id: 'opened', header: 'Opened', cell: ({ position }) => formatDateTime(toMillis(position.opened_at)) },
  {
    id: 'close',
    header: '',
    cell: ({ allocation, position }) => (
      <span className={css.actions}>
        <WhyButton
          strategyId={allocation.strategy_id}
          pair={allocation.pair}
          decidedAt={toMillis(position.decided_at)}
        />
        <CloseButton allocation={allocation} />
      </span>
    ),
  },
]

/** The open positions, at the newest prices. */
export const Positions = ({ positions }: { readonly positions: readonly ValuedPosition[] }) => (
  <Table
    caption="Open positions"
    columns={POSITIONS}
    rows={positions}
    rowKey={({ allocation }) => allocation.id}
    empty="No open positions"
    stacks
  />
)

function EndButton({ allocation: { id, name, ended_at: ended, position } }: { readonly allocation: Allocation }) {
  const { paper } = useTradingContext()
  const [isOpen, setIsOpen] = useState(false)
  if (ended !== null) return null
  return (
    <>
      <Button size="small" aria-label={`Take off ${name}`} onClick={() => setIsOpen(true)}>
        Take Off
      </Button>
      {isOpen ? (
        <ReasonDialog
          title={`Take "${name}" off paper trading?`}
          text={
            position === null
              ? 'Its capital is free again. What it traded stays in the ledger.'
              : 'Its position is closed at the open of the next minute; then its capital is free again.'
          }
          submit="Take Off"
          act={(reason) => paper.end(id, reason)}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  )
}

function standing({ ended_at: ended, end_reason: reason, order, position, traded_until: until }: Allocation): string {
  if (ended !== null) return `Ended: ${reason ?? ''}`
  if (order !== null) return ORDER_TEXTS[order]
  if (until === null) return 'Waits for the next minute'
  return position === null ? 'Waits for a decision' : 'In a position'
}

const allocationColumns = (prices: FiguresByPair): readonly Column<Allocation>[] => [
  { id: 'name', header: 'Strategy', wraps: true, cell: ({ name }) => name },
  { id: 'pair', header: 'Pair', cell: ({ pair }) => PAIRS[pair].label },
  { id: 'standing', header: 'State', wraps: true, cell: standing },
  { id: 'since', header: 'Since', cell: ({ started_at: at }) => formatDate(toMillis(at)) },
  { id: 'capital', header: 'Capital', numeric: true, cell: ({ capital }) => formatDollars(capital) },
  {
    id: 'profit',
    header: 'Profit',
    numeric: true,
    cell: (allocation) => <Gain amount={equityOf(allocation, prices) - allocation.capital} />,
  },
  {
    id: 'return',
    header: 'Return',
    numeric: true,
    cell: (allocation) => formatChange(100 * (equityOf(allocation, prices) / allocation.capital - 1)),
  },
  {
    id: 'holding',
    header: 'Holding',
    meaning: {
      kind: 'measurement',
      says: 'What the same capital in the coin would have made since the start, without costs.',
    },
    numeric: true,
    cell: ({ holding }) => (holding === null ? NOT_AVAILABLE : formatChange(100 * holding)),
  },
  { id: 'drawdown', header: 'Largest fall', numeric: true, cell: (each) => formatPercent(each.max_drawdown, 1) },
  { id: 'trades', header: 'Trades', numeric: true, cell: ({ trades }) => formatNumber(trades) },
  { id: 'fees', header: 'Fees', numeric: true, cell: ({ fees }) => formatDollars(fees) },
  { id: 'end', header: '', cell: (allocation) => <EndButton allocation={allocation} /> },
]

/** What each strategy made, beside holding. */
export const Allocations = (props: { readonly allocations: readonly Allocation[]; readonly prices: FiguresByPair }) => (
  <Table
    caption="Strategies on paper"
    columns={allocationColumns(props.prices)}
    rows={props.allocations}
    rowKey={({ id }) => id}
    empty="No strategy trades on paper yet"
    stacks
  />
)

const tradeColumns = (strategies: ReadonlyMap<string, string>): readonly Column<LedgerRow>[] => [
  { id: 'pair', header: 'Pair', cell: ({ pair }) => (pair === null ? '' : PAIRS[pair].label) },
  { id: 'side', header: 'Side', cell: ({ trade }) => trade?.side },
  { id: 'opened', header: 'Opened', cell: ({ trade }) => trade && formatDateTime(toMillis(trade.opened_at)) },
  { id: 'closed', header: 'Closed', cell: ({ trade }) => trade && formatDateTime(toMillis(trade.closed_at)) },
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
  { id: 'fees', header: 'Fees', numeric: true, cell: ({ trade }) => trade && formatDollars(trade.fees) },
  { id: 'profit', header: 'Profit', numeric: true, cell: ({ trade }) => <Gain amount={trade?.profit} /> },
  { id: 'by', header: 'Closed by', cell: ({ trade }) => trade && EXITS[trade.exit] },
  {
    id: 'why',
    header: '',
    cell({ trade, pair, allocation_id: id }) {
      const strategyId = strategies.get(id ?? '')
      return trade === null || pair === null || strategyId === undefined ? null : (
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
  { id: 'text', header: 'What', wraps: true, cell: ({ text }) => text },
  { id: 'cash', header: 'Cash', numeric: true, cell: ({ cash }) => amount(cash) },
  { id: 'position', header: 'Position', numeric: true, cell: ({ position }) => amount(position) },
  { id: 'fee', header: 'Fees', numeric: true, cell: ({ fee }) => amount(fee) },
  { id: 'profit', header: 'Profit', numeric: true, cell: ({ profit }) => amount(-profit) },
]

const rowKey = ({ seq }: LedgerRow): string => String(seq)

/** The newest closed trades, each with the way to why it was opened. */
export function Trades({ allocations }: { readonly allocations: readonly Allocation[] }) {
  const strategies = new Map(allocations.map(({ id, strategy_id: strategy }) => [id, strategy]))
  const { paper } = useTradingContext()
  const data = useRemoteData(paper.trades)
  return (
    <AsyncContent data={data} loading="Loading trades..." failed="Failed to load trades" lines={4}>
      {(rows) => (
        <>
          {rows.length === 0 ? null : (
            <Button
              size="small"
              icon={<Download size={14} aria-hidden="true" />}
              onClick={() =>
                download('pairbot-paper-trades.csv', 'text/csv', tradesCsv(rows.flatMap(({ trade }) => trade ?? [])))
              }
            >
              Export CSV
            </Button>
          )}
          <Table
            caption="Trades"
            columns={tradeColumns(strategies)}
            rows={rows}
            rowKey={rowKey}
            empty="No trades yet"
            stacks
          />
        </>
      )}
    </AsyncContent>
  )
}

/** The newest rows of the ledger: fills, and what was not traded and why. */
export function Ledger() {
  const { paper } = useTradingContext()
  const data = useRemoteData(paper.ledger)
  return (
    <AsyncContent data={data} loading="Loading the ledger..." failed="Failed to load the ledger" lines={4}>
      {(rows) => <Table caption="Ledger" columns={LEDGER} rows={rows} rowKey={rowKey} empty="Empty" stacks />}
    </AsyncContent>
  )
}

const WIDTH = 600
const HEIGHT = 72

/** Equity at full hours as a line, with its first and last value in words. */
export function Curve() {
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
          </>
        )
      }}
    </AsyncContent>
  )
}
