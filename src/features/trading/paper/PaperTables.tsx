import { useState } from 'react'
import type { Allocation } from '#contract/paper/account.ts'
import { PAPER } from '#contract/limits.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { toMillis } from '#contract/time.ts'
import type { FiguresByPair } from '#src/streams/index.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import {
  formatChange,
  formatDollars,
  formatNumber,
  formatPercent,
  formatPrice,
  NOT_AVAILABLE,
  pluralize,
} from '#src/ui/format/number.ts'
import { formatClock, formatDate, formatDateTime } from '#src/ui/format/time.ts'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { useTradingContext } from '../trading-context.ts'
import { PositionActions, ReasonDialog } from './PositionDialogs.tsx'
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
export function WhyButton({ strategyId, pair, decidedAt }: WhyProps) {
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

const priceText = (value: number | null | undefined, { pair }: Allocation): string =>
  value === null || value === undefined ? NOT_AVAILABLE : formatPrice(value, pair)

const POSITIONS: readonly Column<ValuedPosition>[] = [
  {
    id: 'pair',
    header: 'Pair',
    sortBy: ({ allocation }) => PAIRS[allocation.pair].label,
    cell: ({ allocation }) => PAIRS[allocation.pair].label,
  },
  {
    id: 'side',
    header: 'Side',
    sortBy: ({ position }) => position.side,
    cell: ({ position: { side } }) => <Badge tone={side === 'long' ? 'success' : 'danger'}>{side}</Badge>,
  },
  {
    id: 'strategy',
    header: 'Strategy',
    wraps: true,
    sortBy: ({ allocation }) => allocation.name,
    cell: ({ allocation }) => allocation.name,
  },
  { id: 'quantity', header: 'Quantity', numeric: true, cell: ({ position }) => formatNumber(position.quantity, 6) },
  {
    id: 'entry',
    header: 'Entry',
    numeric: true,
    cell: ({ allocation, position }) => priceText(position.entry_price, allocation),
  },
  { id: 'price', header: 'Price', numeric: true, cell: ({ allocation, price }) => priceText(price, allocation) },
  {
    id: 'profit',
    header: 'Profit',
    numeric: true,
    sortBy: ({ profit }) => profit,
    cell: ({ profit }) => <Gain amount={profit} />,
  },
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
  {
    id: 'opened',
    header: 'Opened',
    sortBy: ({ position }) => toMillis(position.opened_at),
    cell: ({ position }) => formatDateTime(toMillis(position.opened_at)),
  },
  {
    id: 'close',
    header: '',
    cell: ({ allocation, position }) => (
      <span className={css.rowActions}>
        {allocation.strategy_id === null ? null : (
          <WhyButton
            strategyId={allocation.strategy_id}
            pair={allocation.pair}
            decidedAt={toMillis(position.decided_at)}
          />
        )}
        <PositionActions allocation={allocation} position={position} />
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
    pageSize={PAPER.rowsPerPage}
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

function standing(allocation: Allocation): string {
  const { strategy_id: strategyId, ended_at: ended, end_reason: reason, order, orders, position, holding } = allocation
  if (ended !== null) return `Ended: ${reason ?? ''}`
  if (order !== null) return ORDER_TEXTS[order]
  if (holding === null) return 'Waits for the next minute'
  if (position !== null) return 'In a position'
  if (allocation.cool_until !== null)
    return `Waits after losses until ${formatClock(toMillis(allocation.cool_until)).slice(0, 5)}`
  if (strategyId !== null) return 'Waits for a decision'
  return orders.length === 0 ? 'No order' : pluralize(orders.length, 'order')
}

const STANDINGS = {
  below: { text: 'below', tone: 'danger' },
  within: { text: 'as expected', tone: 'neutral' },
  above: { text: 'above', tone: 'success' },
} as const

function Expected({ range, standing }: NonNullable<Allocation['expected']>) {
  if (range === null || standing === null) return 'Nothing to compare yet'
  const { text, tone } = STANDINGS[standing]
  return (
    <>
      <Badge tone={tone}>{text}</Badge> {formatChange(100 * range.low, 1)} to {formatChange(100 * range.high, 1)}
    </>
  )
}

const allocationColumns = (prices: FiguresByPair): readonly Column<Allocation>[] => [
  { id: 'name', header: 'Strategy', wraps: true, sortBy: ({ name }) => name, cell: ({ name }) => name },
  { id: 'pair', header: 'Pair', sortBy: ({ pair }) => PAIRS[pair].label, cell: ({ pair }) => PAIRS[pair].label },
  { id: 'standing', header: 'State', wraps: true, cell: standing },
  {
    id: 'since',
    header: 'Since',
    sortBy: ({ started_at: at }) => toMillis(at),
    cell: ({ started_at: at }) => formatDate(toMillis(at)),
  },
  {
    id: 'capital',
    header: 'Capital',
    numeric: true,
    sortBy: ({ capital }) => capital,
    cell: ({ capital }) => formatDollars(capital),
  },
  {
    id: 'profit',
    header: 'Profit',
    numeric: true,
    sortBy: (allocation) => equityOf(allocation, prices) - allocation.capital,
    cell: (allocation) => <Gain amount={equityOf(allocation, prices) - allocation.capital} />,
  },
  {
    id: 'return',
    header: 'Return',
    numeric: true,
    sortBy: (allocation) => equityOf(allocation, prices) / allocation.capital,
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
    sortBy: ({ holding }) => holding,
    cell: ({ holding }) => (holding === null ? NOT_AVAILABLE : formatChange(100 * holding)),
  },
  {
    id: 'expected',
    header: 'Backtest',
    meaning: {
      kind: 'measurement',
      says: 'The return of the closed trades beside where 9 of 10 resamples of the backtest’s trades lie after as many.',
    },
    wraps: true,
    cell: ({ expected }) => (expected === null ? NOT_AVAILABLE : <Expected {...expected} />),
  },
  {
    id: 'drawdown',
    header: 'Largest fall',
    numeric: true,
    sortBy: (each) => each.max_drawdown,
    cell: (each) => formatPercent(each.max_drawdown, 1),
  },
  {
    id: 'trades',
    header: 'Trades',
    numeric: true,
    sortBy: ({ trades }) => trades,
    cell: ({ trades }) => formatNumber(trades),
  },
  { id: 'fees', header: 'Fees', numeric: true, sortBy: ({ fees }) => fees, cell: ({ fees }) => formatDollars(fees) },
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
    pageSize={PAPER.rowsPerPage}
    stacks
  />
)
