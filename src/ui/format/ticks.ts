/** Tolerance for bounds that are multiples of the step except for rounding errors. */
const EPSILON = 1e-6

/**
 * At most about `count` round tick values between `low` and `high`: multiples of 1, 2 or 5 times a power of ten, never negative,
 * with the decimals needed to distinguish them. Steps are finer than `decimals` only if no coarser step fits.
 */
export function roundTicks(low: number, high: number, count: number, decimals: number) {
  const finest = 10 ** -decimals
  const minStep = Math.max((high - low) / count, high - low >= 2 * finest ? finest : 0)
  const power = 10 ** Math.floor(Math.log10(minStep) + EPSILON)
  const step = power * ([1, 2, 5].find((multiple) => multiple * power >= minStep * 0.999) ?? 10)
  const from = Math.ceil(Math.max(0, low) / step - EPSILON)
  const values = Array.from({ length: Math.floor(high / step + EPSILON) - from + 1 }, (_, i) => (from + i) * step)
  return { values, decimals: Math.max(decimals, -Math.floor(Math.log10(step) + EPSILON)) }
}

const MINUTE_S = 60
const TIME_STEPS_MIN = [
  1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1440, 2880, 7200, 14_400, 43_200, 129_600, 525_600, 2_628_000,
]
/** Minimum spacing of two labels, as a ratio of the requested spacing. */
const MIN_SPACING_RATIO = 0.7

/**
 * Indexes between `from` and `to` to label with their time: the first at or after each round time, about one in `spacing`.
 * Entries are at least `stepS` seconds apart; `timeAt` returns unix seconds.
 */
export function timeTicks(
  timeAt: (index: number) => number,
  from: number,
  to: number,
  spacing: number,
  stepS = MINUTE_S,
): number[] {
  const spacingMin = (spacing * stepS) / MINUTE_S
  const step = (TIME_STEPS_MIN.find((minutes) => minutes >= spacingMin) ?? Infinity) * MINUTE_S
  const ticks: number[] = []
  for (let index = from; index <= to; index++) {
    const isRound = Math.floor(timeAt(index) / step) !== Math.floor(timeAt(index - 1) / step)
    if (isRound && index - (ticks.at(-1) ?? -Infinity) >= spacing * MIN_SPACING_RATIO) ticks.push(index)
  }
  return ticks
}
