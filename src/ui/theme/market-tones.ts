import type { AlignedVolatility } from '#contract/analysis/cross-timeframe.ts'
import type { Bias } from '#contract/analysis/fields.ts'
import type { MarketPhase } from '#contract/analysis/structure.ts'
import type { Tone } from './palettes.ts'

export const BIAS_TONES: Record<Bias, Tone> = { bullish: 'success', bearish: 'danger', neutral: 'neutral' }
export const PHASE_TONES: Record<MarketPhase, Tone> = { ...BIAS_TONES, transitional: 'warning', ranging: 'info' }

/** Gray, blue, green, red. */
export const VOLATILITY_TONES: Record<AlignedVolatility, Tone> = {
  low: 'neutral',
  normal: 'info',
  high: 'success',
  extreme: 'danger',
}
