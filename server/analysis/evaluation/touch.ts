import type { Candle } from '#contract/candles.ts'
import type { Role } from '../levels/features.ts'

/** Outcome of a touch of a level. `open`: neither within a day. */
export type Outcome = 'held' | 'broken' | 'open'

export interface Touch {
  /** Index of the minute that reached the level. */
  readonly index: number
  readonly outcome: Outcome
}

/** Share of the hourly range that price must move, back or beyond, to decide a touch. */
export const DECISIVE_SHARE = 0.35
const TIMEOUT_MINUTES = 1_440

/**
 * The first touch of a price within `minutes[from, to)` and its outcome: held when price then moves back by `distance`
 * before it moves beyond by as much. Within one minute the worse outcome is assumed, except that the close of the touching
 * minute certainly came after the touch.
 * @param distanceAt decisive distance for a touch in that minute, in the quote currency.
 */
export function firstTouch(
  minutes: readonly Candle[],
  from: number,
  to: number,
  price: number,
  role: Role,
  distanceAt: (index: number) => number,
): Touch | undefined {
  for (let i = from; i < to; i++) {
    const minute = minutes[i]
    if (!minute) return undefined
    if (role === 'support' ? minute.low <= price : minute.high >= price) {
      return { index: i, outcome: outcomeOf(minutes, i, price, role, distanceAt(i)) }
    }
  }
  return undefined
}

function outcomeOf(minutes: readonly Candle[], at: number, price: number, role: Role, distance: number): Outcome {
  const sign = role === 'support' ? 1 : -1
  const end = Math.min(minutes.length, at + TIMEOUT_MINUTES)
  for (let i = at; i < end; i++) {
    const minute = minutes[i]
    if (!minute) break
    const worst = sign > 0 ? minute.low : minute.high
    const best = i === at ? minute.close : sign > 0 ? minute.high : minute.low
    if (sign * (worst - price) <= -distance) return 'broken'
    if (sign * (best - price) >= distance) return 'held'
  }
  return 'open'
}
