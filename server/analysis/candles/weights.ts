import type { AnalysisTimeframe } from '#contract/timeframes.ts'

/** Weight of a timeframe when several are combined: coarser timeframes count more. */
export const TIMEFRAME_WEIGHT: Record<AnalysisTimeframe, number> = { M1: 0.5, M5: 1, M15: 1.5, H1: 2.5, H4: 3.5, D1: 5 }
