import { TIMEFRAME_MINUTES, type Timeframe } from '#contract/timeframes.ts'

/** What a headline is about. */
export interface Scope {
  /** 'M15', or 'M1–D1' for all. */
  readonly timeframe: string | undefined
  /** How far it looks ahead, in minutes; undefined for the state now. */
  readonly aheadMinutes: number | undefined
}

export const ALL_TIMEFRAMES = 'M1–D1'
/** Candles after which a pattern is judged. */
const PATTERN_CANDLES = 10
const HOUR = 60
const DAY = 24 * HOUR

/** Minutes that a pattern on this timeframe looks ahead. */
export const patternAhead = (timeframe: Timeframe): number => PATTERN_CANDLES * TIMEFRAME_MINUTES[timeframe]

/** '10 min', '2.5 h', '40 h', '10 d'. */
export function horizonText(minutes: number): string {
  if (minutes < HOUR) return `${minutes} min`
  return minutes < 2 * DAY ? `${minutes / HOUR} h` : `${minutes / DAY} d`
}
