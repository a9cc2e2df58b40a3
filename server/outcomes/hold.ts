import * as z from 'zod/mini'
import type { Candle } from '#contract/candles.ts'
import type { Role } from '#server/analysis/levels/features.ts'

/** What holding means: price moves back by `share` of the hourly range before it moves beyond by as much. */
export const holdDefinitionSchema = z.object({
  share: z.number(),
  /** wick: any price of a minute counts; close: only its last one. */
  judgedBy: z.enum(['wick', 'close']),
  /** Time from the touch within which one or the other must happen. */
  hours: z.number(),
})
export type HoldDefinition = z.infer<typeof holdDefinitionSchema>

/** The definition behind `hold_probability`. */
export const HOLDS: HoldDefinition = { share: 0.7, judgedBy: 'close', hours: 4 }

/** Definitions that a trader may have in mind; a class is called stronger only if it is under each of them. */
export const HOLD_DEFINITIONS: readonly HoldDefinition[] = (['wick', 'close'] as const).flatMap((judgedBy) =>
  [0.35, 0.7].flatMap((share) => [1, 4].map((hours) => ({ share, judgedBy, hours }))),
)

/** 'close within 0.7 hourly ranges and 4 h'. */
export const holdText = ({ judgedBy, share, hours }: HoldDefinition): string =>
  `${judgedBy} within ${share} hourly ranges and ${hours} h`

/** True if a minute reaches a price from the side of its role. */
export const isReached = ({ low, high }: Candle, price: number, role: Role): boolean =>
  role === 'support' ? low <= price : high >= price

/** A level that was reached. `distance`: how far the price must move either way, in the quote currency. */
interface TouchedLevel {
  readonly price: number
  readonly role: Role
  readonly distance: number
  /** In the minute in question. */
  readonly isTouch: boolean
}

/**
 * Whether a minute decides that a level held or not; undefined if neither. Within one minute the worse outcome is assumed,
 * except that the close of the touching minute certainly came after the touch.
 */
export function isHeld(
  { low, high, close }: Candle,
  { price, role, distance, isTouch }: TouchedLevel,
  judgedBy: HoldDefinition['judgedBy'],
): boolean | undefined {
  const sign = role === 'support' ? 1 : -1
  const [worst, best] = sign > 0 ? [low, high] : [high, low]
  if (sign * ((judgedBy === 'close' ? close : worst) - price) <= -distance) return false
  if (sign * ((judgedBy === 'close' || isTouch ? close : best) - price) >= distance) return true
  return undefined
}
