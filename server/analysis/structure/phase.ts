import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { MarketPhase } from '#contract/payloads/structure.ts'
import { trendOf } from '../indicators/trend.ts'

/**
 * ADX(14) from which the market trends, and below which it ranges. Each has a wider bound for leaving the phase again
 * (hysteresis), so that the phase does not flicker.
 */
export const TREND = { enter: 25, leave: 22 } as const
export const RANGE = { enter: 20, leave: 23 } as const

/** The phase of one timeframe and its start. */
export interface Phase {
  readonly phase: MarketPhase
  /** Unix seconds: close of the candle it started with. */
  readonly since: number
  /** Probability that the phase is different in an hour, as of the last candle; 0 while the phase is neutral. */
  readonly changeProbability: number
}

/**
 * The next phase, given the previous one; neutral until the ADX has warmed up. A trending phase has the direction of the
 * timeframe's trend and, while that is neutral, the one it had or else that of the directional indicators.
 */
export function nextPhase(before: MarketPhase, snapshot: IndicatorSnapshot): MarketPhase {
  const { adx } = snapshot
  if (adx?.adx === undefined) return before
  const trending = before === 'bullish' || before === 'bearish'
  if (adx.adx >= (trending ? TREND.leave : TREND.enter)) {
    const trend = trendOf(snapshot) ?? 'neutral'
    if (trend !== 'neutral') return trend
    return trending ? before : adx.plus_di >= adx.minus_di ? 'bullish' : 'bearish'
  }
  return adx.adx <= (before === 'ranging' ? RANGE.leave : RANGE.enter) ? 'ranging' : 'transitional'
}
