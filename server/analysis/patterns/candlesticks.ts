import type { Candle } from '#contract/candles.ts'
import { LOOKBACK, shapeOf, type Shape } from './shape.ts'

/** 1: bullish, -1: bearish, 0: not present. */
export type Direction = 1 | -1 | 0

/** Detects a pattern that ends with candle `c`; `b`, `a` and `z` are the candles before it. */
type Finder = (c: Shape, b: Shape, a: Shape, z: Shape) => Direction

interface Candlestick {
  readonly name: string
  /** Number of candles in the pattern. */
  readonly length: 1 | 2 | 3 | 4
  readonly meaning: string
  readonly find: Finder
}

const when = (condition: boolean, direction: Direction): Direction => (condition ? direction : 0)
const opposite = (shape: Shape): Direction => (shape.color === 1 ? -1 : 1)

const gapsDown = (later: Shape, earlier: Shape) => later.bodyTop < earlier.bodyBottom
const gapsUp = (later: Shape, earlier: Shape) => later.bodyBottom > earlier.bodyTop
const inside = (inner: Shape, outer: Shape) => inner.bodyTop < outer.bodyTop && inner.bodyBottom > outer.bodyBottom
const engulfs = (outer: Shape, inner: Shape) =>
  outer.color !== inner.color && outer.bodyTop > inner.bodyTop && outer.bodyBottom < inner.bodyBottom

const hasLongLowerShadow = (c: Shape) =>
  c.body < c.threshold('bodyShort') && c.lowerShadow > c.body && c.upperShadow < c.threshold('shadowVeryShort')
const hasLongUpperShadow = (c: Shape) =>
  c.body < c.threshold('bodyShort') && c.upperShadow > c.body && c.lowerShadow < c.threshold('shadowVeryShort')

const isSoldier = (later: Shape, earlier: Shape) =>
  later.close > earlier.close &&
  later.open > earlier.open &&
  later.open <= earlier.close + earlier.threshold('near') &&
  later.body > earlier.body - earlier.threshold('far')
const isCrow = (later: Shape, earlier: Shape) =>
  later.close < earlier.close && later.open < earlier.open && later.open > earlier.close

const star =
  (isStar: (b: Shape) => boolean, direction: 1 | -1): Finder =>
  (c, b, a) =>
    when(
      a.body > a.threshold('bodyLong') &&
        a.color === -direction &&
        isStar(b) &&
        (direction === 1 ? gapsDown(b, a) : gapsUp(b, a)) &&
        c.body > c.threshold('bodyShort') &&
        c.color === direction &&
        direction * (c.close - a.close) > 0.3 * a.body,
      direction,
    )
const isSmall = (b: Shape) => b.body <= b.threshold('bodyShort')
const isDoji = (b: Shape) => b.body <= b.threshold('bodyDoji')

/**
 * The candlestick patterns, defined as in TA-Lib (which takes them from Morris, "Candlestick Charting Explained"). Only the
 * shape is considered: a preceding trend is part of the context, not of the pattern.
 */
export const CANDLESTICKS: readonly Candlestick[] = [
  {
    name: 'Hammer',
    length: 2,
    meaning: 'long lower shadow near the lows: sellers were pushed back',
    find: (c, b) => when(hasLongLowerShadow(c) && c.bodyBottom <= b.low + b.threshold('near'), 1),
  },
  {
    name: 'Hanging Man',
    length: 2,
    meaning: 'long lower shadow near the highs: sellers gained strength',
    find: (c, b) => when(hasLongLowerShadow(c) && c.bodyBottom >= b.high - b.threshold('near'), -1),
  },
  {
    name: 'Inverted Hammer',
    length: 2,
    meaning: 'long upper shadow below the previous candle: buyers tested higher prices',
    find: (c, b) => when(hasLongUpperShadow(c) && gapsDown(c, b), 1),
  },
  {
    name: 'Shooting Star',
    length: 2,
    meaning: 'long upper shadow above the previous candle: buyers failed',
    find: (c, b) => when(hasLongUpperShadow(c) && gapsUp(c, b), -1),
  },
  {
    name: 'Dragonfly Doji',
    length: 1,
    meaning: 'price fell and fully recovered',
    find: (c) =>
      when(
        isDoji(c) && c.upperShadow < c.threshold('shadowVeryShort') && c.lowerShadow > c.threshold('shadowVeryShort'),
        1,
      ),
  },
  {
    name: 'Gravestone Doji',
    length: 1,
    meaning: 'price rose and fell all the way back',
    find: (c) =>
      when(
        isDoji(c) && c.lowerShadow < c.threshold('shadowVeryShort') && c.upperShadow > c.threshold('shadowVeryShort'),
        -1,
      ),
  },
  {
    name: 'Marubozu',
    length: 1,
    meaning: 'one side dominated from open to close',
    find: (c) =>
      when(
        c.body > c.threshold('bodyLong') &&
          c.upperShadow < c.threshold('shadowVeryShort') &&
          c.lowerShadow < c.threshold('shadowVeryShort'),
        c.color,
      ),
  },
  {
    name: 'Engulfing',
    length: 2,
    meaning: 'the body engulfs the opposite one before it',
    find: (c, b) => when(engulfs(c, b), c.color),
  },
  {
    name: 'Harami',
    length: 2,
    meaning: 'a small body inside the long one before it',
    find: (c, b) => when(b.body > b.threshold('bodyLong') && isSmall(c) && inside(c, b), opposite(b)),
  },
  {
    name: 'Harami Cross',
    length: 2,
    meaning: 'a doji inside the long body before it',
    find: (c, b) => when(b.body > b.threshold('bodyLong') && isDoji(c) && inside(c, b), opposite(b)),
  },
  {
    name: 'Piercing Line',
    length: 2,
    meaning: 'opened below the previous low and closed above the middle of its body',
    find: (c, b) =>
      when(
        b.color === -1 &&
          b.body > b.threshold('bodyLong') &&
          c.color === 1 &&
          c.body > c.threshold('bodyLong') &&
          c.open < b.low &&
          c.close < b.open &&
          c.close > b.close + 0.5 * b.body,
        1,
      ),
  },
  {
    name: 'Dark Cloud Cover',
    length: 2,
    meaning: 'opened above the previous high and closed below the middle of its body',
    find: (c, b) =>
      when(
        b.color === 1 &&
          b.body > b.threshold('bodyLong') &&
          c.color === -1 &&
          c.open > b.high &&
          c.close > b.open &&
          c.close < b.close - 0.5 * b.body,
        -1,
      ),
  },
  { name: 'Morning Star', length: 3, meaning: 'a fall, a pause below it, and a rise into it', find: star(isSmall, 1) },
  { name: 'Evening Star', length: 3, meaning: 'a rise, a pause above it, and a fall into it', find: star(isSmall, -1) },
  {
    name: 'Morning Doji Star',
    length: 3,
    meaning: 'a fall, a doji below it, and a rise into it',
    find: star(isDoji, 1),
  },
  {
    name: 'Evening Doji Star',
    length: 3,
    meaning: 'a rise, a doji above it, and a fall into it',
    find: star(isDoji, -1),
  },
  {
    name: 'Three Inside',
    length: 3,
    meaning: 'a harami that the third candle confirms',
    find: (c, b, a) =>
      when(
        a.body > a.threshold('bodyLong') &&
          isSmall(b) &&
          inside(b, a) &&
          c.color !== a.color &&
          (a.color === 1 ? c.close < a.open : c.close > a.open),
        opposite(a),
      ),
  },
  {
    name: 'Three Outside',
    length: 3,
    meaning: 'an engulfing pattern that the third candle confirms',
    find: (c, b, a) => when(engulfs(b, a) && b.color * (c.close - b.close) > 0, b.color),
  },
  {
    name: 'Three White Soldiers',
    length: 3,
    meaning: 'three steady rises that close near their highs',
    find: (c, b, a) =>
      when(
        [a, b, c].every((each) => each.color === 1 && each.upperShadow < each.threshold('shadowVeryShort')) &&
          isSoldier(b, a) &&
          isSoldier(c, b) &&
          c.body > c.threshold('bodyShort'),
        1,
      ),
  },
  {
    name: 'Three Black Crows',
    length: 4,
    meaning: 'three steady falls after a rise that close near their lows',
    find: (c, b, a, z) =>
      when(
        z.color === 1 &&
          [a, b, c].every((each) => each.color === -1 && each.lowerShadow < each.threshold('shadowVeryShort')) &&
          z.high > a.close &&
          isCrow(b, a) &&
          isCrow(c, b),
        -1,
      ),
  },
]

/** A candlestick pattern completed by the last candle. */
export interface CandlestickMatch {
  readonly name: string
  readonly meaning: string
  readonly direction: 1 | -1
  readonly length: number
}

/** Minimum number of candles for `findCandlesticks`. */
export const MIN_CANDLES = LOOKBACK + 4

/** Patterns that end with candle `index`; none while there are too few candles before it. */
export function findCandlesticks(candles: readonly Candle[], index: number): CandlestickMatch[] {
  const c = shapeOf(candles, index)
  const b = shapeOf(candles, index - 1)
  const a = shapeOf(candles, index - 2)
  const z = shapeOf(candles, index - 3)
  if (!c || !b || !a || !z || index < LOOKBACK + 3) return []
  return CANDLESTICKS.flatMap(({ name, meaning, length, find }) => {
    const direction = find(c, b, a, z)
    return direction === 0 ? [] : [{ name, meaning, direction, length }]
  })
}
