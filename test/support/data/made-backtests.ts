import { createColumns, type CandleColumns } from '#server/backtests/trading/candle-columns.ts'
import type { RowDecision } from '#server/backtests/trading/simulate.ts'
import type { TradingTerms } from '#server/backtests/trading/terms.ts'
import { seededRandom } from '#server/lib/random.ts'
import { normals } from './made-prices.ts'

/** 2019-03-20T00:00:00Z: spans from here touch several months. */
const START_MS = 1_553_040_000_000
const MINUTE_MS = 60_000

/** How made prices move. */
interface Market {
  readonly days: number
  /** Rows a day, evenly spaced. */
  readonly rowsPerDay: number
  readonly seed: number
  /** Standard deviation of a day's log return, and its mean. */
  readonly volatility?: number
  readonly drift?: number
  /** Share of the minutes that are absent. */
  readonly absent?: number
}

/** Candles of a random walk. */
export function madeCandles({
  days,
  rowsPerDay,
  seed,
  volatility = 0.03,
  drift = 0,
  absent = 0,
}: Market): CandleColumns {
  const draw = normals(seed)
  const random = seededRandom(seed + 1)
  const step = Math.floor(1_440 / rowsPerDay)
  const minutes = Array.from({ length: days * rowsPerDay }, (_, row) => START_MS + row * step * MINUTE_MS).filter(
    () => random() >= absent,
  )
  const columns = createColumns(minutes.length)
  let price = 8_000
  minutes.forEach((at, row) => {
    const open = price * Math.exp((volatility / 20) * draw() * Math.sqrt(1 / rowsPerDay))
    const close = open * Math.exp(drift / rowsPerDay + volatility * Math.sqrt(1 / rowsPerDay) * draw())
    const reach = () => Math.abs(draw()) * (volatility / 2) * Math.sqrt(1 / rowsPerDay)
    columns.at[row] = at
    columns.open[row] = open
    columns.high[row] = Math.max(open, close) * Math.exp(reach())
    columns.low[row] = Math.min(open, close) * Math.exp(-reach())
    columns.close[row] = close
    columns.volume[row] = 1
    price = close
  })
  return columns
}

/** BUY and SELL at a share of the rows, at random. */
export function randomDecisions(rows: number, share: number, seed: number): RowDecision[] {
  const random = seededRandom(seed)
  return Array.from({ length: rows }, (_, row): RowDecision => ({ row, side: random() < 0.5 ? 'BUY' : 'SELL' })).filter(
    () => random() < share,
  )
}

/** BUY after a rise, SELL after a fall of more than `by` within `rows`. */
export function momentumDecisions({ close, length }: CandleColumns, rows: number, by: number): RowDecision[] {
  return Array.from({ length }, (_, row) => row).flatMap((row): RowDecision[] => {
    const change = Math.log((close[row] ?? 0) / (close[row - rows] ?? close[row] ?? 0))
    return Math.abs(change) < by ? [] : [{ row, side: change > 0 ? 'BUY' : 'SELL' }]
  })
}

const TERMS: TradingTerms = {
  capital: 10_000,
  fee: 0.004,
  halfSpread: 0.0002,
  rangeShare: 0.05,
  allowShort: false,
  position: null,
  stop: null,
  target: null,
}

/** A strategy of which only its decisions matter here. */
export interface MadeStrategy {
  readonly name: string
  readonly terms: TradingTerms
  readonly variants: number
  readonly decide: (candles: CandleColumns) => RowDecision[]
}

/** What differs in how they trade and how often. */
export const MADE_STRATEGIES: readonly MadeStrategy[] = [
  { name: 'random, all in', terms: TERMS, variants: 1, decide: ({ length }) => randomDecisions(length, 0.01, 11) },
  {
    name: 'random, both sides',
    terms: { ...TERMS, allowShort: true },
    variants: 7,
    decide: ({ length }) => randomDecisions(length, 0.02, 12),
  },
  {
    name: 'random, stop and target',
    terms: { ...TERMS, stop: 0.01, target: 0.015 },
    variants: 2,
    decide: ({ length }) => randomDecisions(length, 0.02, 13),
  },
  {
    name: 'random, narrow stop, both sides',
    terms: { ...TERMS, stop: 0.002, target: 0.003, allowShort: true, position: { usd: 1_000 } },
    variants: 40,
    decide: ({ length }) => randomDecisions(length, 0.05, 14),
  },
  {
    name: 'momentum',
    terms: { ...TERMS, position: { share: 0.25 } },
    variants: 3,
    decide: (candles) => momentumDecisions(candles, 12, 0.012),
  },
  {
    name: 'momentum, free of costs',
    terms: { ...TERMS, fee: 0, halfSpread: 0, rangeShare: 0, allowShort: true },
    variants: 1,
    decide: (candles) => momentumDecisions(candles, 6, 0.01),
  },
  {
    name: 'momentum, slippage of half the range',
    terms: { ...TERMS, rangeShare: 0.5, stop: 0.03 },
    variants: 5,
    decide: (candles) => momentumDecisions(candles, 24, 0.02),
  },
  {
    name: 'target only, in dollars',
    terms: { ...TERMS, target: 0.01, position: { usd: 2_500 } },
    variants: 9,
    decide: ({ length }) => randomDecisions(length, 0.03, 15),
  },
  {
    name: 'rarely',
    terms: { ...TERMS, allowShort: true, stop: 0.05 },
    variants: 1,
    decide: ({ length }) => randomDecisions(length, 0.001, 16),
  },
  {
    name: 'always in',
    terms: { ...TERMS, fee: 0.0001, halfSpread: 0, allowShort: true },
    variants: 100,
    decide: ({ length }) => randomDecisions(length, 0.2, 17),
  },
]
