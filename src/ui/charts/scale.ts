/** Equal distances for equal differences of price, or for equal ratios; `percent` is linear, with changes in place of prices. */
export type ScaleName = 'linear' | 'log' | 'percent'

/** Share of the span left free above and below, so that a slightly higher high needs no new scale. */
const PADDING = 0.05
/** Half of the span of a market that did not move, as a share of its price. */
const FLAT_PADDING = 0.001

interface Range {
  readonly low: number
  readonly high: number
}

const LINEAR = { to: (price: number) => price, from: (value: number) => value }
const SCALES = { linear: LINEAR, log: { to: Math.log, from: Math.exp }, percent: LINEAR }

const isFlat = ({ low, high }: Range): boolean => high - low <= high * 1e-12

/** A price range with room above and below, and where prices are between its ends. Always low < high. */
export function priceScale(range: Range, wanted: ScaleName = 'linear') {
  const name: ScaleName = range.low > 0 ? wanted : 'linear'
  const { to, from } = SCALES[name]
  const flat = range.high * FLAT_PADDING
  const { low, high } = isFlat(range) ? { low: range.low - flat, high: range.high + flat } : range
  const padding = isFlat(range) ? 0 : (to(high) - to(low)) * PADDING
  const [bottom, top] = [to(low) - padding, to(high) + padding]
  const span = top - bottom
  return {
    name,
    low: from(bottom),
    high: from(top),
    /** 0 at the lower end, 1 at the upper. */
    shareAt: (price: number) => (to(price) - bottom) / span,
    /** The price at a share. */
    priceOf: (share: number) => from(bottom + share * span),
  }
}
