import type { DivergenceIndicator, DivergenceType } from '#contract/payloads/divergence.ts'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { Candle } from '#contract/candles.ts'
import { isPivot, type Side } from '../levels/pivots.ts'

/** A divergence of price and an indicator between two pivots of one timeframe. */
export interface FoundDivergence {
  readonly type: Exclude<DivergenceType, 'none'>
  readonly indicator: DivergenceIndicator
  /** 0 to 1: half for the move of price (full at two average true ranges), half for the indicator's (two deviations). */
  readonly strength: number
  readonly direction: 1 | -1
  /** Open times of the two pivot candles, unix seconds. */
  readonly from: number
  readonly to: number
}

/** Lookback, pivot width, and maximum age of the second pivot beyond its confirmation, all in candles. */
const LOOKBACK = 60
const WIDTH = 3
const MAX_AGE = 12
/** Minimum move of price (in average true ranges) and indicator (in deviations); smaller ones are noise. */
const MIN_MOVE = 0.25
const FULL_MOVE = 2

const READERS: Record<DivergenceIndicator, (snapshot: IndicatorSnapshot) => number | undefined> = {
  RSI: (snapshot) => snapshot.rsi_14,
  MACD: (snapshot) => snapshot.macd?.macd_line,
  OBV: (snapshot) => snapshot.obv,
}
const INDICATORS: readonly DivergenceIndicator[] = ['RSI', 'MACD', 'OBV']
const SIDES: readonly Side[] = ['high', 'low']

/** Indices of the last two pivots on one side, oldest first; undefined without two or when the second is too old. */
function lastPivots(candles: readonly Candle[], side: Side): readonly [number, number] | undefined {
  let second: number | undefined
  for (let i = candles.length - 1 - WIDTH; i >= candles.length - LOOKBACK && i >= WIDTH; i--) {
    if (!isPivot(candles, i, WIDTH, side)) continue
    if (second !== undefined) return [i, second]
    if (i < candles.length - 1 - WIDTH - MAX_AGE) return undefined
    second = i
  }
  return undefined
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

function typeOf(side: Side, priceUp: boolean): FoundDivergence['type'] {
  if (side === 'high') return priceUp ? 'regular_bearish' : 'hidden_bearish'
  return priceUp ? 'hidden_bullish' : 'regular_bullish'
}

/**
 * Move of an indicator between two candles in standard deviations over the lookback; undefined when it has no value or moved
 * in the same direction as price.
 */
function opposedMove(
  indicator: DivergenceIndicator,
  snapshots: readonly IndicatorSnapshot[],
  [from, to]: readonly [number, number],
  priceMove: number,
): number | undefined {
  const read = (snapshot: IndicatorSnapshot | undefined) => snapshot && READERS[indicator](snapshot)
  const before = read(snapshots[from])
  const after = read(snapshots[to])
  if (before === undefined || after === undefined || (after - before) * priceMove >= 0) return undefined
  const spread = deviation(snapshots.slice(-LOOKBACK).flatMap((snapshot) => read(snapshot) ?? []))
  return spread > 0 ? (after - before) / spread : undefined
}

const capped = (move: number): number => Math.min(FULL_MOVE, Math.abs(move))

/**
 * Divergences between price and RSI(14), the MACD line and on-balance volume. Regular: price makes a higher high (lower low)
 * that the indicator does not; hidden: the indicator does and price does not. Pivots are highs (lows) that three candles on
 * either side do not reach, the second at most 12 candles old beyond its confirmation.
 * @param candles closed candles with their snapshots, of equal length, oldest first.
 */
export function findDivergences(
  candles: readonly Candle[],
  snapshots: readonly IndicatorSnapshot[],
): FoundDivergence[] {
  const range = snapshots.at(-1)?.atr_14
  if (range === undefined || range <= 0) return []
  return SIDES.flatMap((side) => {
    const pivots = lastPivots(candles, side)
    const from = pivots && candles[pivots[0]]
    const to = pivots && candles[pivots[1]]
    if (!pivots || !from || !to) return []
    const priceMove = (to[side] - from[side]) / range
    if (Math.abs(priceMove) < MIN_MOVE) return []
    return INDICATORS.flatMap((indicator): FoundDivergence[] => {
      const move = opposedMove(indicator, snapshots, pivots, priceMove)
      if (move === undefined || Math.abs(move) < MIN_MOVE) return []
      return [
        {
          type: typeOf(side, priceMove > 0),
          indicator,
          strength: (capped(move) + capped(priceMove)) / (2 * FULL_MOVE),
          direction: side === 'high' ? -1 : 1,
          from: from.timestamp,
          to: to.timestamp,
        },
      ]
    })
  })
}
