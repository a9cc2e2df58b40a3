import type { AlignedVolatility } from '#contract/payloads/cross-timeframe.ts'
import type { Bias } from '#contract/payloads/fields.ts'
import type { MarketPhase } from '#contract/payloads/structure.ts'
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
