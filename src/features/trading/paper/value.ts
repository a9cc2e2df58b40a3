import type { Allocation, PaperAccount } from '#contract/paper/account.ts'
import type { FiguresByPair } from '#src/streams/index.ts'

/** An open position at the newest price. */
export interface ValuedPosition {
  readonly allocation: Allocation
  readonly position: NonNullable<Allocation['position']>
  /** Undefined while no price of the pair is known. */
  readonly price: number | undefined
  /** Against the entry, its fee included, without what closing will cost; undefined like the price. */
  readonly profit: number | undefined
}

/** An account at the newest prices; positions without one count as of the last closed minute. */
export interface ValuedAccount {
  readonly equity: number
  /** Of the open positions. */
  readonly open: number
  /** Value of the open positions at their entry, as a share of the equity. */
  readonly exposure: number
  /** Since the start of the UTC day; undefined before the first minute. */
  readonly day: number | undefined
  readonly positions: readonly ValuedPosition[]
}

function valued(allocation: Allocation, prices: FiguresByPair): readonly ValuedPosition[] {
  const { position, pair } = allocation
  if (position === null) return []
  const price = prices.get(pair)?.last
  const direction = position.side === 'long' ? 1 : -1
  const profit =
    price === undefined
      ? undefined
      : direction * position.quantity * (price - position.entry_price) - position.entry_fee
  return [{ allocation, position, price, profit }]
}

/** What an allocation is worth at the newest price. */
export function equityOf(allocation: Allocation, prices: FiguresByPair): number {
  const [open] = valued(allocation, prices)
  // Its fee left the cash when it was opened.
  return open?.profit === undefined ? allocation.equity : allocation.cash + open.profit + open.position.entry_fee
}

export function valueAccount(account: PaperAccount, prices: FiguresByPair): ValuedAccount {
  const { allocations, day_equity: dayEquity } = account
  const positions = allocations.flatMap((each) => valued(each, prices))
  const moved = allocations.reduce((sum, each) => sum + equityOf(each, prices) - each.equity, 0)
  const equity = account.equity + moved
  const atEntry = positions.reduce((sum, { position }) => sum + position.quantity * position.entry_price, 0)
  return {
    equity,
    open: positions.reduce((sum, { profit }) => sum + (profit ?? 0), 0),
    exposure: equity > 0 ? atEntry / equity : 0,
    day: dayEquity === null ? undefined : equity - dayEquity,
    positions,
  }
}
