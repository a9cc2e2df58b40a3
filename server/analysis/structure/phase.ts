import type { IndicatorSnapshot } from '#contract/analysis/indicators.ts'
import type { MarketPhase } from '#contract/analysis/structure.ts'
import { HOUR_S } from '../candles/math.ts'

/**
 * ADX(14) from which the market trends, and below which it ranges. Each has a wider bound for leaving the phase again
 * (hysteresis), so that the phase does not flicker.
 */
const TREND = { enter: 25, leave: 22 } as const
const RANGE = { enter: 20, leave: 23 } as const

/**
 * Probability that the phase is different in an hour, by phase and by its age in hours (under 1, under 4, longer), measured
 * on nine reference months (docs/rules/analysis.md), with both trends combined. `npm run score` evaluates them on any month.
 */
const CHANGE: Record<MarketPhase, readonly [number, number, number]> = {
  bullish: [0.31, 0.19, 0.15],
  bearish: [0.31, 0.19, 0.15],
  ranging: [0.12, 0.15, 0.19],
  transitional: [0.78, 0.68, 0.68],
  neutral: [0.5, 0.5, 0.5],
}

/** The phase of one timeframe and its start. */
export interface Phase {
  readonly phase: MarketPhase
  /** Unix seconds: close of the candle it started with. */
  readonly since: number
}

/** The next phase, given the previous one; neutral until the ADX has warmed up. */
export function nextPhase(before: MarketPhase, { adx }: IndicatorSnapshot): MarketPhase {
  if (adx?.adx === undefined) return before
  const trending = before === 'bullish' || before === 'bearish'
  if (adx.adx >= (trending ? TREND.leave : TREND.enter)) return adx.plus_di >= adx.minus_di ? 'bullish' : 'bearish'
  return adx.adx <= (before === 'ranging' ? RANGE.leave : RANGE.enter) ? 'ranging' : 'transitional'
}

/** Probability that the phase is different in an hour. */
export function changeProbability({ phase, since }: Phase, now: number): number {
  const hours = (now - since) / HOUR_S
  return CHANGE[phase][hours < 1 ? 0 : hours < 4 ? 1 : 2]
}
