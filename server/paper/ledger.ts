import type { LedgerRow } from '#contract/paper/account.ts'
import type { ClosedTrade } from '#server/backtests/trading/account.ts'
import type { Direction } from '#server/backtests/trading/fills.ts'

/** What happened in a minute. `orderId`: of an order that was placed by hand. */
export type PaperEvent =
  | {
      readonly kind: 'opened'
      readonly direction: Direction
      readonly quantity: number
      readonly price: number
      readonly fee: number
      readonly text: string
      readonly orderId?: string
    }
  | {
      readonly kind: 'closed'
      readonly trade: ClosedTrade
      /** The part of the trade's fees that was paid when it was opened. */
      readonly entryFee: number
      readonly text: string
      readonly orderId?: string
    }
  | { readonly kind: 'note'; readonly text: string; readonly orderId?: string }

/** What a row moves; all of it sums to 0. */
export type Posting = Pick<
  LedgerRow,
  'kind' | 'price' | 'quantity' | 'cash' | 'position' | 'fee' | 'profit' | 'capital' | 'text' | 'trade'
> & { readonly orderId: string | null }

const NOTHING = {
  price: null,
  quantity: null,
  cash: 0,
  position: 0,
  fee: 0,
  profit: 0,
  capital: 0,
  trade: null,
  orderId: null,
}

export const deposit = (capital: number): Posting => ({
  ...NOTHING,
  kind: 'deposit',
  cash: capital,
  capital: -capital,
  text: 'Starting capital',
})

export const note = (text: string): Posting => ({ ...NOTHING, kind: 'note', text })

/** [PT-1] What a fill is worth leaves cash for the position, or comes from it; its fee leaves cash. */
export function postingOf(event: PaperEvent): Posting {
  const { text, orderId = null } = event
  if (event.kind === 'note') return { ...note(text), orderId }
  if (event.kind === 'opened') {
    const { direction, quantity, price, fee } = event
    const value = direction * quantity * price
    return {
      ...NOTHING,
      kind: 'open',
      price,
      quantity: direction * quantity,
      cash: -value - fee,
      position: value,
      fee,
      text,
      orderId,
    }
  }
  const { side, quantity, entryPrice, exitPrice, fees, profit, ...trade } = event.trade
  const direction = side === 'long' ? 1 : -1
  const fee = fees - event.entryFee
  return {
    ...NOTHING,
    kind: 'close',
    price: exitPrice,
    quantity: -direction * quantity,
    cash: direction * quantity * exitPrice - fee,
    position: -direction * quantity * entryPrice,
    fee,
    profit: -direction * quantity * (exitPrice - entryPrice),
    text,
    orderId,
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
