import type { AnalysisTimeframe } from '#contract/timeframes.ts'

/** What a timeframe counts where several speak together: what took hours to form says more than what took minutes. */
export const TIMEFRAME_WEIGHT: Record<AnalysisTimeframe, number> = { M1: 0.5, M5: 1, M15: 1.5, H1: 2.5, H4: 3.5, D1: 5 }
