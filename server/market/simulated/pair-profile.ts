import type { PairId } from '#contract/pairs.ts'

/** Statistical profile of a simulated pair. */
export interface PairProfile {
  /** Long-term mean price, in dollars. */
  readonly level: number
  /** Standard deviation of a day's logarithmic return. */
  readonly dailyVolatility: number
  /** Base currency traded in an average minute. A day of it must stay below 2e7, where sums of 1e-8 are still exact. */
  readonly minuteVolume: number
}

export const PAIR_PROFILES: Record<PairId, PairProfile> = {
  BTCUSD: { level: 90_000, dailyVolatility: 0.022, minuteVolume: 1.4 },
  ETHUSD: { level: 3_200, dailyVolatility: 0.029, minuteVolume: 18 },
  XRPUSD: { level: 2.2, dailyVolatility: 0.034, minuteVolume: 2_500 },
  SOLUSD: { level: 150, dailyVolatility: 0.038, minuteVolume: 60 },
  ADAUSD: { level: 0.6, dailyVolatility: 0.037, minuteVolume: 4_000 },
  DOGEUSD: { level: 0.18, dailyVolatility: 0.041, minuteVolume: 9_000 },
  LTCUSD: { level: 95, dailyVolatility: 0.031, minuteVolume: 12 },
  LINKUSD: { level: 16, dailyVolatility: 0.037, minuteVolume: 90 },
  DOTUSD: { level: 4, dailyVolatility: 0.036, minuteVolume: 400 },
  AVAXUSD: { level: 22, dailyVolatility: 0.039, minuteVolume: 45 },
  BCHUSD: { level: 480, dailyVolatility: 0.033, minuteVolume: 2 },
}
