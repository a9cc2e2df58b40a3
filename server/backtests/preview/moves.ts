import { STRATEGY } from '#contract/limits.ts'
import type { Side } from '#contract/strategies/names.ts'
import { TOO_FEW_DECISIONS, type Move, type MoveResult } from '#contract/strategies/backtest.ts'
import type { Yielder } from '#server/lib/yielder.ts'

/** A BUY or SELL at a minute of the series. */
export interface Entry {
  readonly index: number
  readonly side: Side
}

const SIGN = { BUY: 1, SELL: -1 } as const
/** Contains 95 of 100 shifted timings. */
const INTERVAL = { low: 0.025, high: 0.975 }

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN

function compare(count: number, reached: number, low: number, high: number): MoveResult {
  if (count < STRATEGY.backtestMinDecisions) return TOO_FEW_DECISIONS
  if (reached > high) return 'better than random'
  return reached < low ? 'worse than random' : 'no different from random'
}

/**
 * [SG-84] The mean price move after decisions, in percent towards their side, compared with the same decisions shifted in
 * time by every possible amount. The shifted timings keep the number of decisions, their sides and their clustering, so
 * only the timing is random, and the result is exact and repeatable.
 * @param prices one per minute
 */
export async function moveAfter(
  entries: readonly Entry[],
  prices: readonly number[],
  minutes: number,
  yielder: Yielder,
): Promise<Move> {
  const starts = Math.max(0, prices.length - minutes)
  const moves = Array.from({ length: starts }, (_, index) => {
    const [from, to] = [prices[index] ?? Number.NaN, prices[index + minutes] ?? Number.NaN]
    return 100 * (to / from - 1)
  })
  const done = entries.filter(({ index }) => index < starts)
  const reachedAt = (shift: number): number =>
    done.reduce((sum, { index, side }) => sum + SIGN[side] * (moves[(index + shift) % starts] ?? 0), 0) / done.length
  if (done.length === 0) {
    return { after_minutes: minutes, decisions: 0, mean: null, baseline: null, result: TOO_FEW_DECISIONS }
  }
  const timings: number[] = []
  for (let shift = 0; shift < starts; shift += 1) {
    await yielder.yieldIfDue()
    timings.push(reachedAt(shift))
  }
  const sorted = timings.toSorted((a, b) => a - b)
  const [low, high] = [quantile(sorted, INTERVAL.low), quantile(sorted, INTERVAL.high)]
  const reached = reachedAt(0)
  return {
    after_minutes: minutes,
    decisions: done.length,
    mean: reached,
    baseline: { mean: mean(timings), low, high },
    result: compare(done.length, reached, low, high),
  }
}
