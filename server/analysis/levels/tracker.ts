import type { Candle } from '#contract/candles.ts'
import type { LevelStrength } from '#contract/analysis/levels.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { DAY_S, HOUR_S } from '../candles/figures.ts'
import { edgesOf, featuresOf, visitsTo, type LevelFeatures, type LevelView, type Role } from './features.ts'
import { confirmedPivots, type Pivot } from './pivots.ts'
import { holdProbability, logOddsOf, strengthOf, strengthScore, type Wildness } from './strength.ts'
import type { Visits } from './visits.ts'
import { drawZones, type Zone } from './zones.ts'

/** How long a turn of each timeframe is remembered. */
const MEMORY_S: Record<AnalysisTimeframe, number> = {
  M1: 12 * HOUR_S,
  M5: 3 * DAY_S,
  M15: 7 * DAY_S,
  H1: 21 * DAY_S,
  H4: 60 * DAY_S,
  D1: 180 * DAY_S,
}
/** Levels further from price than this many hourly ranges are not looked at. */
const REACH = 6
/** Half the greatest width of a zone, in hourly ranges. */
const ZONE_REACH = 0.25

/** What strength a zone has in one role. */
export interface Grade {
  readonly features: LevelFeatures
  readonly score: number
  readonly strength: LevelStrength
  readonly holds: number
}

/** A zone with what is known of it. */
export interface GradedZone {
  readonly zone: Zone
  readonly visits: Visits
  readonly support: Grade
  readonly resistance: Grade
}

/** A level as it stands against the current price. */
export interface GradedLevel {
  readonly zone: Zone
  readonly visits: Visits
  readonly role: Role
  readonly grade: Grade
}

export interface LevelTracker {
  /** Looks for turns that the newest closed candle of a timeframe confirms. */
  append(timeframe: AnalysisTimeframe, closed: readonly Candle[]): void
  /** Draws and grades the zones anew; done when a five-minute candle has closed. */
  redraw(view: LevelView): void
  /** Levels around a price, nearest first, as last drawn. */
  around(price: number): readonly GradedLevel[]
}

function gradeOf(features: LevelFeatures, wildness: Wildness): Grade {
  const logOdds = logOddsOf(features)
  const score = strengthScore(logOdds)
  return { features, score, strength: strengthOf(score), holds: holdProbability(logOdds, wildness) }
}

/**
 * Follows support and resistance of a pair: turns of all timeframes, drawn together into zones whose width is a share of the
 * hourly range, graded by what price did there since.
 */
export function createLevelTracker(): LevelTracker {
  const pivots = new Map<AnalysisTimeframe, Pivot[]>(ANALYSIS_TIMEFRAMES.map((timeframe) => [timeframe, []]))
  let graded: readonly GradedZone[] = []

  function remembered(now: number): Pivot[] {
    return [...pivots].flatMap(([timeframe, all]) => {
      const kept = all.filter(({ time }) => time >= now - MEMORY_S[timeframe])
      pivots.set(timeframe, kept)
      return kept
    })
  }

  return {
    append(timeframe, closed) {
      const found = confirmedPivots(closed, timeframe)
      if (found.length > 0) pivots.get(timeframe)?.push(...found)
    },

    redraw(view) {
      const price = view.fives.at(-1)?.close
      if (price === undefined || !(view.hourlyRange > 0)) {
        graded = []
        return
      }
      const near = remembered(view.now).filter((pivot) => Math.abs(pivot.price - price) < REACH * view.hourlyRange)
      const edges = edgesOf(view)
      const wildness = { price, hourlyRange: view.hourlyRange, fiveRange: view.fiveRange }
      graded = drawZones(near, ZONE_REACH * view.hourlyRange).map((zone) => {
        const visits = visitsTo(zone, view)
        return {
          zone,
          visits,
          support: gradeOf(featuresOf(zone, 'support', visits, edges, view), wildness),
          resistance: gradeOf(featuresOf(zone, 'resistance', visits, edges, view), wildness),
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
