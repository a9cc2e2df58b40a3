import { structureDirection } from '#contract/payloads/directions.ts'
import type { Bias } from '#contract/payloads/fields.ts'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { StructureBreak } from '#contract/payloads/structure.ts'
import type { Candle } from '#contract/candles.ts'
import { ANALYSIS_TIMEFRAMES, TIMEFRAME_MINUTES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { lasting, type Lasting } from '../candles/lasting.ts'
import { MINUTE_S, relativeVolume, HOUR_S } from '../candles/math.ts'
import { createBreakTracker, structureType, type BreakTracker } from './breaks.ts'
import { changeProbability } from './phase-change.ts'
import { nextPhase, type Phase } from './phase.ts'
import { createBoundedList } from '#server/analysis/candles/bounded-list.ts'
import { createZigzag, type Swing } from './zigzag.ts'

/** Reversal that confirms a swing, in average true ranges. */
const REVERSAL = 2
const MAX_SWINGS = 24

interface SwingTracker {
  /** Confirmed swings, oldest first. */
  readonly swings: readonly Swing[]
  /** Adds a closed candle; `range` is the average true range, undefined while it warms up. */
  append(candle: Candle, range: number | undefined): Swing | undefined
  pending(): Omit<Swing, 'confirmedAt'> | undefined
}

/** Swings of one timeframe: a zigzag whose reversal is twice the average true range (14), so that it scales with the market. */
function createSwingTracker(): SwingTracker {
  const zigzag = createZigzag()
  const swings = createBoundedList<Swing>(MAX_SWINGS)
  return {
    swings: swings.items,
    append(candle, range) {
      if (range === undefined || range <= 0) return undefined
      const swing = zigzag.append(candle, REVERSAL * range)
      if (swing) swings.push(swing)
      return swing
    },
    pending: () => zigzag.pending(),
  }
}

/** An outage is longer than both: exchanges pause for up to four hours, and a few missing candles change no average. */
const OUTAGE_S = 4 * HOUR_S
const OUTAGE_CANDLES = 14

const durationOf = (timeframe: AnalysisTimeframe): number => TIMEFRAME_MINUTES[timeframe] * MINUTE_S

/** Open time of the candle that contains a minute; unix seconds. */
export const openTimeAt = (timeframe: AnalysisTimeframe, minute: number): number =>
  minute - (minute % durationOf(timeframe))

/** True when candles are missing for an outage between two open times of one timeframe. */
export function isOutage(timeframe: AnalysisTimeframe, last: number | undefined, open: number): boolean {
  if (last === undefined) return false
  const duration = durationOf(timeframe)
  return open - last - duration > Math.max(OUTAGE_S, OUTAGE_CANDLES * duration)
}

/** Timeframe of the market phase: its moves last hours, as a regime does. */
export const PHASE_TIMEFRAME: AnalysisTimeframe = 'M15'

const MAX_BREAKS = 20
/** Candles from which a phase is known: as many as its ADX needs. */
const PHASE_CANDLES = 28

interface TimeframeStructure {
  readonly swings: SwingTracker
  readonly breaks: BreakTracker
  /** Where its swings point; undefined while there are too few. */
  readonly direction: Lasting<Bias | undefined> | undefined
}

interface CountedStructure extends TimeframeStructure {
  /** Closed candles since the start, or since an outage. */
  readonly candles: number
}

export interface StructureTracker {
  /** Processes the newest of these closed candles; `snapshots` has the same length. */
  append(timeframe: AnalysisTimeframe, candles: readonly Candle[], snapshots: readonly IndicatorSnapshot[]): void
  /** Starts over the timeframes that have had no candle for an outage; `now` in unix seconds. */
  advanceTo(now: number): void
  of(timeframe: AnalysisTimeframe): TimeframeStructure
  /** Breaks of all timeframes except M1 (whose breaks are noise), oldest first. */
  readonly breaks: readonly StructureBreak[]
  /** Undefined before the first candle of its timeframe. */
  phase(): Phase | undefined
}

/** Tracks swings and breaks of every timeframe of a pair, and the market phase; an outage starts them over. */
export function createStructureTracker(): StructureTracker {
  const make = (timeframe: AnalysisTimeframe): CountedStructure => ({
    swings: createSwingTracker(),
    breaks: createBreakTracker(timeframe),
    direction: undefined,
    candles: 0,
  })
  const timeframes: Record<AnalysisTimeframe, CountedStructure> = {
    M1: make('M1'),
    M5: make('M5'),
    M15: make('M15'),
    H1: make('H1'),
    H4: make('H4'),
    D1: make('D1'),
  }
  const lastOpen = new Map<AnalysisTimeframe, number>()
  let breaks: readonly StructureBreak[] = []
  let phase: Phase | undefined

  function updatePhase(snapshots: readonly IndicatorSnapshot[], snapshot: IndicatorSnapshot): void {
    const known = timeframes[PHASE_TIMEFRAME].candles >= PHASE_CANDLES
    const next = known ? nextPhase(phase?.phase ?? 'neutral', snapshot) : 'neutral'
    const closed = snapshot.timestamp + TIMEFRAME_MINUTES[PHASE_TIMEFRAME] * MINUTE_S
    const since = phase?.phase === next ? phase.since : closed
    phase = { phase: next, since, changeProbability: changeProbability(next, snapshot, snapshots.at(-2)) }
  }

  /** Forgets what a timeframe showed before an outage that ended with the candle of this open time. */
  function restartAfterOutage(timeframe: AnalysisTimeframe, open: number): void {
    if (!isOutage(timeframe, lastOpen.get(timeframe), open) || timeframes[timeframe].candles === 0) return
    // The candles before are known, so that what comes next began no earlier.
    const direction = lasting(timeframes[timeframe].direction, undefined, open, true)
    timeframes[timeframe] = { ...make(timeframe), direction }
    breaks = breaks.filter((each) => each.timeframe !== timeframe)
    if (timeframe === PHASE_TIMEFRAME) phase = { phase: 'neutral', since: open, changeProbability: 0 }
  }

  return {
    append(timeframe, candles, snapshots) {
      const candle = candles.at(-1)
      const snapshot = snapshots.at(-1)
      if (!candle || !snapshot) return
      restartAfterOutage(timeframe, candle.timestamp)
      lastOpen.set(timeframe, candle.timestamp)
      const state = timeframes[timeframe]
      const found = state.breaks.append(candle, relativeVolume(candles, candles.length - 1), state.swings.swings)
      if (found && timeframe !== 'M1') breaks = [...breaks, found].slice(-MAX_BREAKS)
      state.swings.append(candle, snapshot.atr_14)
      const points = structureDirection(structureType(state.swings.swings))
      const direction = lasting(state.direction, points, candle.timestamp, points !== undefined)
      timeframes[timeframe] = { ...state, direction, candles: state.candles + 1 }
      if (timeframe === PHASE_TIMEFRAME) updatePhase(snapshots, snapshot)
    },
    advanceTo(now) {
      for (const timeframe of ANALYSIS_TIMEFRAMES) restartAfterOutage(timeframe, openTimeAt(timeframe, now - MINUTE_S))
    },
    of: (timeframe) => timeframes[timeframe],
    get breaks() {
      return breaks
    },
    phase: () => phase,
  }
}

/** 1 or -1 for each timeframe that has had a break. */
export const trendsOf = (structure: StructureTracker): readonly (1 | -1)[] =>
  ANALYSIS_TIMEFRAMES.flatMap((timeframe) => structure.of(timeframe).breaks.trend() || [])
