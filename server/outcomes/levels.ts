import type { LevelSet } from '#contract/payloads/levels.ts'
import type { Candle } from '#contract/candles.ts'
import { decide, HOLDS, isReached } from './touch.ts'
import type { LevelCase } from './case.ts'

/** Minimum distance of price from a level at its publication, in hourly ranges. */
export const MIN_DISTANCE = 0.25
/** Time from the publication within which the price must reach a level. */
export const HORIZON_S = 3_600
const HOUR_S = 3_600

/** What a minute makes of a case: followed further, closed, or closed without a result. */
export type LevelStep = { readonly next: LevelCase } | { readonly outcome: 'held' | 'broken' | 'undecided' }

/**
 * [SC-1] The cases of the levels published on a full hour; levels within a quarter of the hourly range are none. Each comes with
 * the price as far away on the other side, which stands for random levels.
 * @param hourlyRange average true range of H1 in the quote currency; 0 while it is unknown
 */
export function levelCases(set: LevelSet, price: number, hourlyRange: number): LevelCase[] {
  const { timestamp: openedAt, support_levels: supports, resistance_levels: resistances } = set
  if (hourlyRange <= 0 || openedAt % HOUR_S !== 0) return []
  const levels = [
    ...supports.map((level) => ({ level, role: 'support' as const })),
    ...resistances.map((level) => ({ level, role: 'resistance' as const })),
  ]
  return levels
    .filter(({ level }) => Math.abs(level.price - price) / hourlyRange >= MIN_DISTANCE)
    .flatMap(({ level, role }): LevelCase[] => {
      const common = {
        kind: 'level' as const,
        class: level.strength,
        claimed: level.hold_probability,
        openedAt,
        touch: null,
      }
      const mirrored = 2 * price - level.price
      const other = role === 'support' ? 'resistance' : 'support'
      const key = `level ${openedAt} ${role} ${level.price}`
      return [
        { ...common, key, isRandom: false, price: level.price, role },
        { ...common, key: `${key} random`, isRandom: true, price: mirrored, role: other },
      ]
    })
}

/** Follows a case through a minute after its publication. */
export function followLevel(level: LevelCase, minute: Candle, hourlyRange: number): LevelStep {
  const { openedAt, price, role } = level
  if (level.touch === null && minute.timestamp >= openedAt + HORIZON_S) return { outcome: 'undecided' }
  const isTouch = level.touch === null
  if (isTouch && !isReached(minute, price, role)) return { next: level }
  const touch = level.touch ?? { at: minute.timestamp, distance: HOLDS.share * hourlyRange }
  if (minute.timestamp >= touch.at + HOLDS.hours * HOUR_S) return { outcome: 'undecided' }
  const outcome = decide(minute, { price, role, distance: touch.distance, isTouch }, HOLDS.judgedBy)
  return outcome === undefined ? { next: { ...level, touch } } : { outcome }
}
