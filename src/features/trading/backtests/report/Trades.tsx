import { useState } from 'react'
import type { ExitReason, Trade } from '#contract/backtests/result.ts'
import type { PairId } from '#contract/pairs.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { PriceChange } from '#src/ui/data/PriceChange.tsx'
import { formatDollars, formatPrice, pluralize } from '#src/ui/format/number.ts'
import { formatDateTime } from '#src/ui/format/time.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import { MEANINGS } from './meanings.ts'
import * as css from './report.css.ts'

const PAGE = 50

const EXITS: Record<ExitReason, string> = {
  decision: 'opposite decision',
  stop_loss: 'stop loss',
  take_profit: 'take profit',
  end: 'end of the span',
}

const columnsOf = (pair: PairId): readonly Column<Trade>[] => [
  { id: 'opened', header: `Opened (${zoneName()})`, cell: (trade) => formatDateTime(trade.opened_at) },
  { id: 'side', header: 'Side', cell: ({ side }) => side },
  { id: 'entry', header: 'Entry', cell: (trade) => formatPrice(trade.entry_price, pair), numeric: true },
  { id: 'exit', header: 'Exit', cell: (trade) => formatPrice(trade.exit_price, pair), numeric: true },
  { id: 'closed', header: `Closed (${zoneName()})`, cell: (trade) => formatDateTime(trade.closed_at) },
  { id: 'reason', header: 'Closed by', cell: ({ exit }) => EXITS[exit] },
  {
    id: 'profit',
    header: 'Profit',
    meaning: MEANINGS.return,
    cell: ({ profit }) => formatDollars(profit),
    numeric: true,
  },
  { id: 'change', header: 'Of the entry', cell: (trade) => <PriceChange percent={trade.profit_pct} />, numeric: true },
  { id: 'costs', header: 'Costs', cell: ({ fees, slippage }) => formatDollars(fees + slippage), numeric: true },
  { id: 'why', header: 'Why', wraps: true, cell: ({ why }) => why },
]

interface TradesProps {
  readonly trades: readonly Trade[]
  readonly pair: PairId
}

/** The trades with why each was opened, newest first, fifty at a time. */
export function Trades({ trades, pair }: TradesProps) {
  const [shown, setShown] = useState(PAGE)
  const newest = trades.toReversed().slice(0, shown)
  const left = trades.length - newest.length
  return (
    <>
      <Table
        caption="Trades, newest first"
        columns={columnsOf(pair)}
        rows={newest}
        rowKey={({ opened_at: opened, closed_at: closed }) => `${String(opened)} ${String(closed)}`}
        empty="It made no trade."
        stacks
      />
      {left > 0 ? (
        <Button className={css.more} onClick={() => setShown(shown + PAGE)}>
          Show more ({pluralize(left, 'trade')} left)
        </Button>
      ) : null}
    </>
  )
}
