import type { LedgerRow } from '#contract/paper/account.ts'
import type { ClosedTrade, Position } from '#server/backtests/trading/account.ts'
import type { PaperEvent } from './allocation.ts'

/** What a row moves; all of it sums to 0. */
export type Posting = Pick<
  LedgerRow,
  'kind' | 'price' | 'quantity' | 'cash' | 'position' | 'fee' | 'profit' | 'capital' | 'text' | 'trade'
>

const NOTHING = { price: null, quantity: null, cash: 0, position: 0, fee: 0, profit: 0, capital: 0, trade: null }

/** [PT-1] What a fill is worth leaves cash for the position, or comes from it; its fee leaves cash. */
function opening({ direction, quantity, entry, entryFee, decidedAt }: Position): Posting {
  const value = direction * quantity * entry.price
  const text = `${direction === 1 ? 'BUY' : 'SELL'} decided at ${new Date(decidedAt).toISOString()}`
  return {
    ...NOTHING,
    kind: 'open',
    price: entry.price,
    quantity: direction * quantity,
    cash: -value - entryFee,
    position: value,
    fee: entryFee,
    text,
  }
}

function closing(
  { side, quantity, entryPrice, exitPrice, fees, profit, ...trade }: ClosedTrade,
  entryFee: number,
  text: string,
): Posting {
  const direction = side === 'long' ? 1 : -1
  const exitFee = fees - entryFee
  const gain = direction * quantity * (exitPrice - entryPrice)
  return {
    ...NOTHING,
    kind: 'close',
    price: exitPrice,
    quantity: -direction * quantity,
    cash: direction * quantity * exitPrice - exitFee,
    position: -direction * quantity * entryPrice,
    fee: exitFee,
    profit: -gain,
    text,
    trade: {
      side,
      decided_at: trade.decidedAt,
      opened_at: trade.openedAt,
      closed_at: trade.closedAt,
      entry_price: entryPrice,
      exit_price: exitPrice,
      quantity,
      profit,
      profit_pct: (100 * profit) / (quantity * entryPrice),
      fees,
      slippage: trade.slippage,
      exit: trade.exit,
      why: text,
    },
  }
}

export const deposit = (capital: number): Posting => ({
  ...NOTHING,
  kind: 'deposit',
  cash: capital,
  capital: -capital,
  text: 'Starting capital',
})

export const note = (text: string): Posting => ({ ...NOTHING, kind: 'note', text })

/** The rows of what happened in a minute, in order. `entryFee`: of the position that was open before it. */
export function postingsOf(events: readonly PaperEvent[], entryFee: number): Posting[] {
  let fee = entryFee
  return events.map((event) => {
    if (event.kind === 'refused') return note(event.text)
    if (event.kind === 'closed') return closing(event.trade, fee, event.text)
    fee = event.position.entryFee
    return opening(event.position)
  })
}
