import type { Swing } from '../structure/zigzag.ts'

/** A formation of several swings. */
export interface ChartPattern {
  readonly name: string
  readonly direction: 1 | -1
  /** forming: price is still inside; confirmed: price has closed beyond the trigger in its direction. */
  readonly stage: 'forming' | 'confirmed'
  /** Price that confirms the pattern when crossed, at the time of the evaluation. */
  readonly trigger: number
  /** Price target projected from the height of the formation. */
  readonly target: number
  readonly meaning: string
}

interface ChartView {
  readonly swings: readonly Swing[]
  /** Open time of the newest closed candle, unix seconds. */
  readonly time: number
  readonly close: number
  /** Average true range. */
  readonly range: number
}

/** Tops, and shoulders, count as equal within this many average true ranges. */
const EQUAL_TOLERANCE = 0.75
const SHOULDER_TOLERANCE = 1.5
/** Minimum height of a formation, in average true ranges. */
const MIN_HEIGHT = 3

/** Price at `time` on the straight line through two swings. */
function lineAt(from: Swing, to: Swing, time: number): number {
  if (to.time === from.time) return to.price
  return from.price + ((to.price - from.price) * (time - from.time)) / (to.time - from.time)
}

function stageOf(direction: 1 | -1, trigger: number, target: number, stop: number, close: number) {
  if (direction * (close - stop) < 0 || direction * (close - target) > 0) return undefined
  return direction * (close - trigger) > 0 ? 'confirmed' : 'forming'
}

function found(shape: Omit<ChartPattern, 'stage'>, stop: number, { close }: ChartView): ChartPattern | undefined {
  const stage = stageOf(shape.direction, shape.trigger, shape.target, stop, close)
  return stage && { ...shape, stage }
}

/** Two equal highs with a low between (or the mirror image): the low is the trigger, its depth the target. */
function double(view: ChartView): ChartPattern | undefined {
  const [first, middle, second] = view.swings.slice(-3)
  if (!first || !middle || !second) return undefined
  const direction = second.side === 'high' ? -1 : 1
  const height = Math.abs((first.price + second.price) / 2 - middle.price)
  if (Math.abs(first.price - second.price) > EQUAL_TOLERANCE * view.range || height < MIN_HEIGHT * view.range)
    return undefined
  const extreme = direction === -1 ? Math.max(first.price, second.price) : Math.min(first.price, second.price)
  return found(
    {
      name: direction === -1 ? 'Double Top' : 'Double Bottom',
      direction,
      trigger: middle.price,
      target: middle.price + direction * height,
      meaning: direction === -1 ? 'failed twice at the same high' : 'held twice at the same low',
    },
    extreme,
    view,
  )
}

/** Three highs with the middle one above the others (or the mirror image); the neckline connects the lows between them. */
function headAndShoulders(view: ChartView): ChartPattern | undefined {
  const [left, neck1, head, neck2, right] = view.swings.slice(-5)
  if (!left || !neck1 || !head || !neck2 || !right) return undefined
  const direction = right.side === 'high' ? -1 : 1
  const beyond = (a: Swing, b: Swing) => -direction * (a.price - b.price)
  const prominence = Math.min(beyond(head, left), beyond(head, right))
  if (prominence < view.range || Math.abs(left.price - right.price) > SHOULDER_TOLERANCE * view.range) return undefined
  const height = Math.abs(head.price - lineAt(neck1, neck2, head.time))
  if (height < MIN_HEIGHT * view.range) return undefined
  const trigger = lineAt(neck1, neck2, view.time)
  return found(
    {
      name: direction === -1 ? 'Head and Shoulders' : 'Inverse Head and Shoulders',
      direction,
      trigger,
      target: trigger + direction * height,
      meaning:
        direction === -1
          ? 'the last rise fell short of the previous one'
          : 'the last fall stopped short of the previous one',
    },
    right.price,
    view,
  )
}

/** Converging highs and lows. A flat side gives the direction; without one, the side of price relative to the middle. */
function triangle(view: ChartView): ChartPattern | undefined {
  const [a, b, c, d] = view.swings.slice(-4)
  if (!a || !b || !c || !d) return undefined
  const [high1, high2, low1, low2] = a.side === 'high' ? [a, c, b, d] : [b, d, a, c]
  const fall = high1.price - high2.price
  const rise = low2.price - low1.price
  const flat = EQUAL_TOLERANCE * view.range
  const height = high1.price - low1.price
  if (fall < -flat || rise < -flat || fall + rise < view.range || height < MIN_HEIGHT * view.range) return undefined
  const top = lineAt(high1, high2, view.time)
  const bottom = lineAt(low1, low2, view.time)
  if (top <= bottom) return undefined
  const ascending = fall <= flat && rise > flat
  const descending = rise <= flat && fall > flat
  const up = ascending || (!descending && view.close > (top + bottom) / 2)
  return found(
    {
      name: ascending ? 'Ascending Triangle' : descending ? 'Descending Triangle' : 'Symmetrical Triangle',
      direction: up ? 1 : -1,
      trigger: up ? top : bottom,
      target: up ? top + height : bottom - height,
      meaning: ascending
        ? 'lows rise against a flat top'
        : descending
          ? 'highs fall on a flat bottom'
          : 'highs and lows converge',
    },
    up ? bottom : top,
    view,
  )
}

/**
 * Chart patterns formed by the last swings (Edwards and Magee, "Technical Analysis of Stock Trends"). A formation ends once
 * price has reached its target or has left on the opposite side.
 */
export const findChartPatterns = (view: ChartView): ChartPattern[] =>
  [double(view), headAndShoulders(view), triangle(view)].filter((chart) => chart !== undefined)
