import type { Candle } from '#contract/candles.ts'
import type { Role } from '#server/analysis/levels/features.ts'

/** Outcome of a touch of a level. `open`: neither within a day. */
export type Outcome = 'held' | 'broken' | 'open'

export interface Touch {
  /** Index of the minute that reached the level. */
  readonly index: number
  readonly outcome: Outcome
}

/** What holding means: price moves back by `share` of the hourly range before it moves beyond by as much. */
export interface HoldDefinition {
  readonly share: number
  /** wick: any price of a minute counts; close: only its last one. */
  readonly judgedBy: 'wick' | 'close'
  /** Time from the touch within which one or the other must happen. */
  readonly hours: number
}

/** The definition behind `hold_probability`. */
export const HOLDS: HoldDefinition = { share: 0.7, judgedBy: 'close', hours: 4 }

/** Definitions that a trader may have in mind; a class is called stronger only if it is under each of them. */
export const HOLD_DEFINITIONS: readonly HoldDefinition[] = (['wick', 'close'] as const).flatMap((judgedBy) =>
  [0.35, 0.7].flatMap((share) => [1, 4].map((hours) => ({ share, judgedBy, hours }))),
)

const HOUR_S = 3_600

/** True if a minute reaches a price from the side of its role. */
export const isReached = ({ low, high }: Candle, price: number, role: Role): boolean =>
  role === 'support' ? low <= price : high >= price

/** A level that was reached. `distance`: how far the price must move either way, in the quote currency. */
export interface TouchedLevel {
  readonly price: number
  readonly role: Role
  readonly distance: number
  /** In the minute in question. */
  readonly isTouch: boolean
}

/** What a minute decides about a level; undefined if nothing. */
export function decide(
  { low, high, close }: Candle,
  { price, role, distance, isTouch }: TouchedLevel,
  judgedBy: HoldDefinition['judgedBy'],
): 'held' | 'broken' | undefined {
  const sign = role === 'support' ? 1 : -1
  const [worst, best] = sign > 0 ? [low, high] : [high, low]
  if (sign * ((judgedBy === 'close' ? close : worst) - price) <= -distance) return 'broken'
  if (sign * ((judgedBy === 'close' || isTouch ? close : best) - price) >= distance) return 'held'
  return undefined
}

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
    const decided = decide(minute, { price, role, distance, isTouch: i === at }, judgedBy)
    if (decided !== undefined) return decided
  }
  return 'open'
}
