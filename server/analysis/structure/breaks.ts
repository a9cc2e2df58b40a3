import type { StructureBreak, StructureType } from '#contract/payloads/structure.ts'
import type { Candle } from '#contract/candles.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import type { Swing } from './zigzag.ts'

/** Relative volume from which a break is confirmed by volume. */
const CONFIRMING_VOLUME = 1.5

type BreakKind = 'break_of_structure' | 'change_of_character'

export interface BreakTracker {
  /**
   * Processes the newest closed candle; returns the break of the last swing high or low, if any.
   * @param swings confirmed swings before this candle.
   */
  append(candle: Candle, relativeVolume: number | undefined, swings: readonly Swing[]): StructureBreak | undefined
  /** The last break of a kind, regardless of later ones of the other kind. */
  last(kind: BreakKind): StructureBreak | undefined
  /** 1: the last break was upwards, -1: downwards, 0: none yet. */
  trend(): 1 | -1 | 0
}

/**
 * Breaks of structure on one timeframe: a close beyond the last confirmed swing high or low, once per swing. With the trend
 * it is a break of structure, against it a change of character, which reverses the trend. The very first break sets the
 * trend and counts as a break of structure.
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

/** Structure of the last two swing highs and lows: both higher, both lower, expanding or contracting. */
export function structureType(swings: readonly Swing[]): StructureType {
  const [high1, high2] = lastTwo(swings, 'high')
  const [low1, low2] = lastTwo(swings, 'low')
  if (!high1 || !high2 || !low1 || !low2) return 'none'
  const higherHigh = high2.price > high1.price
  const higherLow = low2.price > low1.price
  if (higherHigh) return higherLow ? 'higher_highs_higher_lows' : 'expanding'
  return higherLow ? 'contracting' : 'lower_highs_lower_lows'
}

/** One-sidedness of the last six swings: |rising - falling| as a share, each compared with the previous on its side. */
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
