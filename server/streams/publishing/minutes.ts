import type { Candle } from '#contract/candles.ts'

export const MINUTE_S = 60
export const MINUTE_MS = MINUTE_S * 1000

/** End of a minute, unix ms. */
export const endOf = ({ timestamp }: Candle): number => (timestamp + MINUTE_S) * 1000
