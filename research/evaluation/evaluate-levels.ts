import type { Candle } from '#contract/candles.ts'
import { HORIZON_S, MIN_DISTANCE } from '#server/outcomes/levels.ts'
import type { Role } from '#server/analysis/levels/features.ts'
import { HOLDS, type HoldDefinition } from '#server/outcomes/hold.ts'
import { firstTouch, type Outcome } from '#server/outcomes/touch.ts'

/** A level as published at some point in time. */
export interface SampledLevel<T> {
  readonly price: number
  readonly role: Role
  /** Data that the report groups by. */
  readonly meta: T
}

/** The levels published on an hour, and the state of the market. */
export interface LevelSample<T> {
  /** Index of the first minute after the publication. */
  readonly index: number
  readonly price: number
  readonly hourlyRange: number
  readonly levels: readonly SampledLevel<T>[]
}

/** Outcome of a published level at its next touch, and of random levels at the same distance. */
export interface LevelTrial<T> {
  readonly meta: T
  readonly outcome: Outcome
  readonly controls: readonly Outcome[]
  /** Open time of the touching minute, unix seconds. */
  readonly time: number
}

const CONTROLS = 2
const MAX_DRAWS = 80

/**
 * Follows the levels of every hourly publication until the next one. A level that price reaches is one trial; its controls
 * are levels at the same distance (in hourly ranges) on the same side of the price at other random hours that price also
 * reached within the hour. Publications do not overlap, so no touch counts twice.
 * @param hourlyRanges the hourly average true range as known at each minute, in the quote currency.
 * @param controlsEach number of random levels per touched one.
 */
export function evaluateLevels<T>(
  samples: readonly LevelSample<T>[],
  minutes: readonly Candle[],
  hourlyRanges: readonly number[],
  random: () => number,
  definition: HoldDefinition = HOLDS,
  controlsEach = CONTROLS,
): LevelTrial<T>[] {
  const rangeAt = (index: number) => hourlyRanges[index] ?? 0
  const touchOf = (sample: LevelSample<T>, price: number, role: Role) => {
    const end = (minutes[sample.index - 1]?.timestamp ?? 0) + 60 + HORIZON_S
    let to = sample.index
    while (to < minutes.length && (minutes[to]?.timestamp ?? 0) < end) to += 1
    return firstTouch(minutes, sample.index, to, price, role, rangeAt, definition)
  }

  function control(role: Role, distance: number): Outcome | undefined {
    const side = role === 'support' ? -1 : 1
    for (let i = 0; i < MAX_DRAWS; i++) {
      const sample = samples[Math.floor(random() * samples.length)]
      if (!sample) continue
      const touch = touchOf(sample, sample.price + side * distance * sample.hourlyRange, role)
      if (touch) return touch.outcome
    }
    return undefined
  }

  return samples.flatMap((sample) =>
    sample.levels.flatMap(({ price, role, meta }) => {
      const distance = Math.abs(price - sample.price) / sample.hourlyRange
      const touch = distance < MIN_DISTANCE ? undefined : touchOf(sample, price, role)
      if (!touch) return []
      const controls = Array.from({ length: controlsEach }, () => control(role, distance)).filter(
        (outcome) => outcome !== undefined,
      )
      return [{ meta, outcome: touch.outcome, controls, time: minutes[touch.index]?.timestamp ?? 0 }]
    }),
  )
}
