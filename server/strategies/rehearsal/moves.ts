import { STRATEGY } from '#contract/limits.ts'
import type { Side } from '#contract/strategies/names.ts'
import { TOO_FEW, type Move, type Verdict } from '#contract/strategies/rehearsal.ts'
import type { Turns } from './turns.ts'

/** A BUY or SELL at a minute of the series. */
export interface Entry {
  readonly index: number
  readonly side: Side
}

const SIGN = { BUY: 1, SELL: -1 } as const
/** Of 100 random timings 95 lie inside. */
const RANGE = { low: 0.025, high: 0.975 }

const mean = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0) / figures.length
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN

function verdictOf(count: number, reached: number, low: number, high: number): Verdict {
  if (count < STRATEGY.backtestMinDecisions) return TOO_FEW
  if (reached > high) return 'better than random'
  return reached < low ? 'worse than random' : 'no different from random'
}

/**
 * [SG-84] The mean move after decisions, in percent towards their side, against the same decisions all shifted in time by
 * the same amount, for every amount there is. So the random timings keep the number of decisions, their sides and how they
 * bunch together; only the moment is left to chance, and there is nothing to draw.
 * @param prices one per minute
 */
export async function moveAfter(
  entries: readonly Entry[],
  prices: readonly number[],
  minutes: number,
  turns: Turns,
): Promise<Move> {
  const places = Math.max(0, prices.length - minutes)
  const moves = Array.from({ length: places }, (_, index) => {
    const [from, to] = [prices[index] ?? Number.NaN, prices[index + minutes] ?? Number.NaN]
    return 100 * (to / from - 1)
  })
  const done = entries.filter(({ index }) => index < places)
  const reachedAt = (shift: number): number =>
    done.reduce((sum, { index, side }) => sum + SIGN[side] * (moves[(index + shift) % places] ?? 0), 0) / done.length
  if (done.length === 0) {
    return { after_minutes: minutes, decisions: 0, mean: null, baseline: null, verdict: TOO_FEW }
  }
  const timings: number[] = []
  for (let shift = 0; shift < places; shift += 1) {
    await turns.next()
    timings.push(reachedAt(shift))
  }
  const sorted = timings.toSorted((a, b) => a - b)
  const [low, high] = [quantile(sorted, RANGE.low), quantile(sorted, RANGE.high)]
  const reached = reachedAt(0)
  return {
    after_minutes: minutes,
    decisions: done.length,
    mean: reached,
    baseline: { mean: mean(timings), low, high },
    verdict: verdictOf(done.length, reached, low, high),
  }
}
