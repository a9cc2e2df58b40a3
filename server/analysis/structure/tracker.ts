import type { IndicatorSnapshot } from '#contract/analysis/indicators.ts'
import type { StructureBreak } from '#contract/analysis/structure.ts'
import type { Candle } from '#contract/candles.ts'
import { ANALYSIS_TIMEFRAMES, TIMEFRAME_MINUTES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { MINUTE_S, relativeVolume } from '../candles/math.ts'
import { createBoundedList } from '../candles/bounded-list.ts'
import { createBreakTracker, type BreakTracker } from './breaks.ts'
import { nextPhase, type Phase } from './phase.ts'
import { createSwingTracker, type SwingTracker } from './swings.ts'

/** Timeframe of the market phase: its moves last hours, as a regime does. */
export const PHASE_TIMEFRAME: AnalysisTimeframe = 'M15'

const MAX_BREAKS = 20

interface TimeframeStructure {
  readonly swings: SwingTracker
  readonly breaks: BreakTracker
}

export interface StructureTracker {
  /** Processes the newest of these closed candles; `snapshots` has the same length. */
  append(timeframe: AnalysisTimeframe, candles: readonly Candle[], snapshots: readonly IndicatorSnapshot[]): void
  of(timeframe: AnalysisTimeframe): TimeframeStructure
  /** Breaks of all timeframes except M1 (whose breaks are noise), oldest first. */
  readonly breaks: readonly StructureBreak[]
  /** Undefined before the first candle of its timeframe. */
  phase(): Phase | undefined
}

/** Tracks swings and breaks of every timeframe of a pair, and the market phase. */
export function createStructureTracker(): StructureTracker {
  const make = (timeframe: AnalysisTimeframe): TimeframeStructure => ({
    swings: createSwingTracker(),
    breaks: createBreakTracker(timeframe),
  })
  const timeframes: Record<AnalysisTimeframe, TimeframeStructure> = {
    M1: make('M1'),
    M5: make('M5'),
    M15: make('M15'),
    H1: make('H1'),
    H4: make('H4'),
    D1: make('D1'),
  }
  const breaks = createBoundedList<StructureBreak>(MAX_BREAKS)
  let phase: Phase | undefined

  function updatePhase(snapshot: IndicatorSnapshot): void {
    const next = nextPhase(phase?.phase ?? 'neutral', snapshot)
    const closed = snapshot.timestamp + TIMEFRAME_MINUTES[PHASE_TIMEFRAME] * MINUTE_S
    if (phase?.phase !== next) phase = { phase: next, since: closed }
  }

  return {
    append(timeframe, candles, snapshots) {
      const candle = candles.at(-1)
      const snapshot = snapshots.at(-1)
      if (!candle || !snapshot) return
      const { swings, breaks: own } = timeframes[timeframe]
      const found = own.append(candle, relativeVolume(candles, candles.length - 1), swings.swings)
      if (found && timeframe !== 'M1') breaks.push(found)
      swings.append(candle, snapshot.atr_14)
      if (timeframe === PHASE_TIMEFRAME) updatePhase(snapshot)
    },
    of: (timeframe) => timeframes[timeframe],
    breaks: breaks.items,
    phase: () => phase,
  }
}

/** 1 or -1 for each timeframe that has had a break. */
export const trendsOf = (structure: StructureTracker): readonly (1 | -1)[] =>
  ANALYSIS_TIMEFRAMES.flatMap((timeframe) => structure.of(timeframe).breaks.trend() || [])
