/** The minutes of a span that have a candle, oldest first, as columns of equal length. */
export interface MinuteColumns {
  /** Open time, unix ms. */
  readonly at: Float64Array
  /** At the close of the minute, in the quote currency, after all costs so far. */
  readonly equity: Float64Array
  readonly close: Float64Array
  /** Of the position at the close: 1 while long, -1 while short, else 0. */
  readonly direction: Int8Array
}

/** A closed position. Amounts are in the quote currency. */
export interface ReportTrade {
  readonly side: 'long' | 'short'
  /** Opening of the minutes in which it was opened and closed, unix ms. */
  readonly openedAt: number
  readonly closedAt: number
  /** After fees and slippage. */
  readonly profit: number
  readonly fees: number
  /** What the fills cost against the bare price. */
  readonly slippage: number
}

/** Buying with all capital at the start and selling at the end, with the same costs. */
export interface Benchmark {
  /** With slippage. */
  readonly buyPrice: number
  readonly sellPrice: number
  /** Of the value of each, as a fraction. */
  readonly fee: number
}
