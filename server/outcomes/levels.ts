import type { LevelSet } from '#contract/payloads/levels.ts'
import type { Candle } from '#contract/candles.ts'
import type { LevelCase } from './case.ts'
import type { PublishedAt } from './moves.ts'
import { HOLDS, holdText, isHeld, isReached } from './hold.ts'

/** Minimum distance of price from a level at its publication, in hourly ranges. */
const MIN_DISTANCE = 0.25
/** Time from the publication within which the price must reach a level. */
const HORIZON_S = 3_600
const HOUR_S = 3_600

/** What a minute makes of a case: followed further, or closed, without a result where `isHeld` is undefined. */
export type LevelStep = { readonly next: LevelCase } | { readonly isHeld: boolean | undefined }

/** What is claimed about a level at a full hour. */
export type LevelClaim = Pick<LevelCase, 'class' | 'claimed' | 'price' | 'role'> & Partial<Pick<LevelCase, 'holds'>>

/**
 * [SC-1] The cases of the levels of a full hour; those within a quarter of the hourly range are counted apart, except for
 * whether they are reached. Each comes with the price as far away on the other side, which tells what chance reaches.
 */
export function levelCases(
  kind: LevelCase['kind'],
  claims: readonly LevelClaim[],
  openedAt: number,
  { price, hourlyRange }: Pick<PublishedAt, 'price' | 'hourlyRange'>,
): LevelCase[] {
  if (hourlyRange <= 0 || openedAt % HOUR_S !== 0) return []
  return claims
    .filter((level) => {
      const isNear = Math.abs(level.price - price) / hourlyRange < MIN_DISTANCE
      return kind === 'reach' || isNear === (kind === 'near')
    })
    .flatMap(({ holds = HOLDS, ...level }): LevelCase[] => {
      const key = `${kind} ${openedAt} ${level.role} ${level.price} ${holdText(holds)}`
      const own = { kind, key, ...level, openedAt, holds, isMirrored: false, touch: null }
      const role = level.role === 'support' ? 'resistance' : 'support'
      if (kind === 'rise') return [own]
      return [own, { ...own, key: `${key} mirrored`, isMirrored: true, price: 2 * price - level.price, role }]
    })
}

/** The published levels with what is claimed about each. */
export const levelsOf = ({ support_levels: supports, resistance_levels: resistances }: LevelSet) => [
  ...supports.map((level) => ({ level, role: 'support' as const })),
  ...resistances.map((level) => ({ level, role: 'resistance' as const })),
]

/** Follows a case through a minute after its publication. */
export function followLevel(level: LevelCase, minute: Candle, hourlyRange: number): LevelStep {
  const { kind, openedAt, price, role, holds } = level
  const isTouch = level.touch === null
  if (isTouch && minute.timestamp >= openedAt + HORIZON_S) return { isHeld: kind === 'reach' ? false : undefined }
  if (isTouch && !isReached(minute, price, role)) return { next: level }
  if (kind === 'reach') return { isHeld: true }
  const touch = level.touch ?? { at: minute.timestamp, distance: holds.share * hourlyRange }
  if (minute.timestamp >= touch.at + holds.hours * HOUR_S) return { isHeld: undefined }
  const held = isHeld(minute, { price, role, distance: touch.distance, isTouch }, holds.judgedBy)
  return held === undefined ? { next: { ...level, touch } } : { isHeld: held }
}
