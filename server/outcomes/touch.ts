import type { Candle } from '#contract/candles.ts'
import type { Role } from '#server/analysis/levels/features.ts'
import { HOLDS, isHeld, isReached, type HoldDefinition } from './hold.ts'

/** Outcome of a touch of a level. `open`: neither within a day. */
export type Outcome = 'held' | 'broken' | 'open'

export interface Touch {
  /** Index of the minute that reached the level. */
  readonly index: number
  readonly outcome: Outcome
}

const HOUR_S = 3_600

/**
 * The first touch of a price within `minutes[from, to)` and its outcome. Within one minute the worse outcome is assumed,
 * except that the close of the touching minute certainly came after the touch.
 * @param rangeAt hourly range as known in that minute, in the quote currency.
 */
export function firstTouch(
  minutes: readonly Candle[],
  from: number,
  to: number,
  price: number,
  role: Role,
  rangeAt: (index: number) => number,
  definition: HoldDefinition = HOLDS,
): Touch | undefined {
  for (let i = from; i < to; i++) {
    const minute = minutes[i]
    if (!minute) return undefined
    if (isReached(minute, price, role)) {
      return { index: i, outcome: outcomeOf(minutes, i, price, role, rangeAt(i), definition) }
    }
  }
  return undefined
}

function outcomeOf(
  minutes: readonly Candle[],
  at: number,
  price: number,
  role: Role,
  hourlyRange: number,
  { share, judgedBy, hours }: HoldDefinition,
): Outcome {
  const distance = share * hourlyRange
  const end = (minutes[at]?.timestamp ?? 0) + hours * HOUR_S
  for (let i = at; i < minutes.length; i++) {
    const minute = minutes[i]
    if (!minute || minute.timestamp >= end) break
    const held = isHeld(minute, { price, role, distance, isTouch: i === at }, judgedBy)
    if (held !== undefined) return held ? 'held' : 'broken'
  }
  return 'open'
}
