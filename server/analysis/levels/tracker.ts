import type { Candle } from '#contract/candles.ts'
import type { LevelStrength } from '#contract/payloads/levels.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { DAY_S, HOUR_S, interpolate } from '../candles/math.ts'
import {
  featuresOf,
  lastHoursMove,
  visitsTo,
  type LevelFeatures,
  type LevelInput,
  type Role,
  FEATURES,
  type FeatureName,
} from './features.ts'
import { confirmedPivots, type Pivot } from './pivots.ts'
import type { Visits } from './visits.ts'
import { drawZones, type Zone } from './zones.ts'

/**
 * Weight of each feature in the log-odds that a level holds at its next touch, under eight definitions of holding. Fitted on
 * the reference months of odd number by research/fit/levels.ts and validated on the others, see
 * docs/decisions/0020-level-strength.md.
 */
const WEIGHTS: Record<FeatureName, number> = {
  reversed: 0.213,
  contested: 0.21,
  crossed: 0.022,
  reaction: -0.045,
  approach: 0.099,
}
const INTERCEPT = -0.272
/** Deciles of the log-odds over the levels of the fitted months: 0, 10, ... 100 %. */
const DECILES = [-0.664, -0.341, -0.297, -0.24, -0.165, -0.123, -0.089, -0.051, 0.008, 0.115, 0.515]
/** These map the log-odds over all definitions of a hold to the one that `holdProbability` uses; fitted on strengths that had not
 * seen the same month. */
const HOLD = { intercept: 0.142, far: 0.692, near: -0.34 }
/** Distance at which nearness has faded to a third, in hourly ranges. */
const REACH = 0.2

/**
 * What a hold depends on: far from the price the log-odds, near it only that a level breaks more often which the price is about
 * to touch. `distance` in hourly ranges.
 */
export function holdInputs(logOdds: number, distance: number): readonly [far: number, near: number] {
  const near = Math.exp(-distance / REACH)
  return [logOdds * (1 - near), near]
}

/** Log-odds that a level with these features holds, over all definitions. */
export const logOddsOf = (features: LevelFeatures): number =>
  FEATURES.reduce((sum, name) => sum + WEIGHTS[name] * features[name], INTERCEPT)

/**
 * Probability that a level holds at its next touch: that price, having reached it, closes a minute 0.7 of the hourly range
 * back before one as far beyond, within four hours. `distance` from the price, in hourly ranges. It says next to nothing:
 * from one half it differs by few points, and its Brier skill is below 0.01.
 */
export function holdProbability(logOdds: number, distance: number): number {
  const [far, near] = holdInputs(logOdds, distance)
  return 1 / (1 + Math.exp(-(HOLD.intercept + HOLD.far * far + HOLD.near * near)))
}

const SCORES = DECILES.map((logOdds, i) => [logOdds, i / (DECILES.length - 1)] as const)

/** Share of the levels of the fitted months that were less likely to hold: 0 is the weakest, 1 the strongest. */
export const strengthScore = (logOdds: number): number => interpolate(SCORES, logOdds)

/** The classes that levels are given, weakest first. */
export const USED_STRENGTHS: readonly LevelStrength[] = ['Weak', 'Moderate', 'Strong']

/**
 * Three classes, from 0.33 and 0.66, where the strength bar changes color. A fourth of the strongest tenth would not differ
 * with 95 % under each definition, so that no level is called Critical.
 */
export function strengthOf(score: number): LevelStrength {
  if (score >= 0.66) return 'Strong'
  return score >= 0.33 ? 'Moderate' : 'Weak'
}

/** Lifetime of the pivots of each timeframe. */
const PIVOT_LIFETIME_S: Record<AnalysisTimeframe, number> = {
  M1: 12 * HOUR_S,
  M5: 3 * DAY_S,
  M15: 7 * DAY_S,
  H1: 21 * DAY_S,
  H4: 60 * DAY_S,
  D1: 180 * DAY_S,
}
/** Maximum distance of pivots from price, in hourly ranges. */
const MAX_DISTANCE = 6
/** Half the maximum width of a zone, in hourly ranges. */
const ZONE_REACH = 0.25

/** Strength of a zone in one role. */
export interface Grade {
  readonly features: LevelFeatures
  readonly score: number
  readonly strength: LevelStrength
  readonly logOdds: number
}

/** A zone with its visits and its grade in both roles. */
export interface GradedZone {
  readonly zone: Zone
  readonly visits: Visits
  readonly support: Grade
  readonly resistance: Grade
}

/** A level in its role relative to the current price. */
export interface GradedLevel {
  readonly zone: Zone
  readonly visits: Visits
  readonly role: Role
  readonly grade: Grade
}

export interface LevelTracker {
  /** Adds the pivots that the newest closed candle of a timeframe confirms. */
  append(timeframe: AnalysisTimeframe, closed: readonly Candle[]): void
  /** Recomputes and grades the zones; due after every closed M5 candle. */
  redraw(view: LevelInput): void
  /** Levels around a price, nearest first, as of the last `redraw`. */
  around(price: number): readonly GradedLevel[]
}

function gradeOf(features: LevelFeatures): Grade {
  const logOdds = logOddsOf(features)
  const score = strengthScore(logOdds)
  return { features, score, strength: strengthOf(score), logOdds }
}

/**
 * Tracks support and resistance of a pair: pivots of all timeframes, clustered into zones whose width is a share of the
 * hourly range and graded by how price has behaved there since.
 */
export function createLevelTracker(): LevelTracker {
  const pivots = new Map<AnalysisTimeframe, Pivot[]>(ANALYSIS_TIMEFRAMES.map((timeframe) => [timeframe, []]))
  let graded: readonly GradedZone[] = []

  function recentPivots(now: number): Pivot[] {
    return [...pivots].flatMap(([timeframe, all]) => {
      const recent = all.filter(({ time }) => time >= now - PIVOT_LIFETIME_S[timeframe])
      pivots.set(timeframe, recent)
      return recent
    })
  }

  return {
    append(timeframe, closed) {
      const found = confirmedPivots(closed, timeframe)
      if (found.length > 0) pivots.get(timeframe)?.push(...found)
    },

    redraw(view) {
      const price = view.fiveMinuteCandles.at(-1)?.close
      if (price === undefined || !(view.hourlyRange > 0)) {
        graded = []
        return
      }
      const near = recentPivots(view.now).filter(
        (pivot) => Math.abs(pivot.price - price) < MAX_DISTANCE * view.hourlyRange,
      )
      const move = lastHoursMove(view)
      graded = drawZones(near, ZONE_REACH * view.hourlyRange).map((zone) => {
        const visits = visitsTo(zone, view)
        return {
          zone,
          visits,
          support: gradeOf(featuresOf(zone, 'support', visits, move, view)),
          resistance: gradeOf(featuresOf(zone, 'resistance', visits, move, view)),
        }
      })
    },

    around: (price) =>
      graded
        .map(({ zone, visits, support, resistance }): GradedLevel =>
          zone.price < price
            ? { zone, visits, role: 'support', grade: support }
            : { zone, visits, role: 'resistance', grade: resistance },
        )
        .sort((a, b) => Math.abs(a.zone.price - price) - Math.abs(b.zone.price - price)),
  }
}
