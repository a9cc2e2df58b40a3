import type { StructureBreak, StructureType } from '#contract/analysis/structure.ts'
import type { Candle } from '#contract/candles.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import type { Swing } from './zigzag.ts'

/** Volume against the twenty candles before that confirms a break. */
const CONFIRMING_VOLUME = 1.5

type BreakKind = 'break_of_structure' | 'change_of_character'

export interface BreakTracker {
  /**
   * Looks whether the newest closed candle broke the last swing high or low.
   * @param swings confirmed swings before this candle.
   */
  append(candle: Candle, relativeVolume: number | undefined, swings: readonly Swing[]): StructureBreak | undefined
  /** The last break of a kind, however many of the other came since. */
  last(kind: BreakKind): StructureBreak | undefined
  /** 1: the last break was upwards, -1: downwards, 0: none yet. */
  trend(): 1 | -1 | 0
}

/**
 * Breaks of structure on one timeframe: a close beyond the last confirmed swing high or low, once per swing. In the direction
 * of the trend it is a break of structure, against it a change of character, which turns the trend. The first break of all
 * sets the trend and counts as a break of structure.
 */
export function createBreakTracker(timeframe: AnalysisTimeframe): BreakTracker {
  let trend: 1 | -1 | 0 = 0
  const last = new Map<BreakKind, StructureBreak>()
  const broken = { high: Number.NaN, low: Number.NaN }

  function findBreak(
    side: 'high' | 'low',
    direction: 1 | -1,
    close: number,
    swings: readonly Swing[],
  ): Swing | undefined {
    const swing = swings.findLast((each) => each.side === side)
    if (!swing || swing.time === broken[side] || direction * (close - swing.price) <= 0) return undefined
    broken[side] = swing.time
    return swing
  }

  return {
    append(candle, relativeVolume, swings) {
      const up = findBreak('high', 1, candle.close, swings)
      const swing = up ?? findBreak('low', -1, candle.close, swings)
      if (!swing) return undefined
      const direction = up ? 1 : -1
      const kind = trend === -direction ? 'change_of_character' : 'break_of_structure'
      trend = direction
      const found: StructureBreak = {
        break_type: `${up ? 'bullish' : 'bearish'}_${kind}`,
        price_level: swing.price,
        timeframe,
        timestamp: candle.timestamp,
        volume_confirmation: (relativeVolume ?? 0) >= CONFIRMING_VOLUME,
      }
      last.set(kind, found)
      return found
    },
    last: (kind) => last.get(kind),
    trend: () => trend,
  }
}

const lastTwo = (swings: readonly Swing[], side: 'high' | 'low'): readonly Swing[] =>
  swings.filter((swing) => swing.side === side).slice(-2)

/** What the last two swing highs and lows make: both higher, both lower, drifting apart or closing in. */
export function structureType(swings: readonly Swing[]): StructureType {
  const [high1, high2] = lastTwo(swings, 'high')
  const [low1, low2] = lastTwo(swings, 'low')
  if (!high1 || !high2 || !low1 || !low2) return 'none'
  const higherHigh = high2.price > high1.price
  const higherLow = low2.price > low1.price
  if (higherHigh) return higherLow ? 'higher_highs_higher_lows' : 'expanding'
  return higherLow ? 'contracting' : 'lower_highs_lower_lows'
}

/** How one-sided the last six swings are: |rising - falling| of each against the one before on its side, as a share. */
export function structureStrength(swings: readonly Swing[]): number {
  const recent = swings.slice(-8)
  let steps = 0
  let net = 0
  for (let i = 2; i < recent.length; i++) {
    const now = recent[i]
    const before = recent[i - 2]
    if (!now || !before) continue
    steps += 1
    net += Math.sign(now.price - before.price)
  }
  return steps === 0 ? 0 : Math.abs(net) / steps
}
