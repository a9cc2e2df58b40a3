import type { Bias } from '#contract/analysis/fields.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import type { Way } from './summary.ts'

export const BIAS_TONES: Record<Bias, Tone> = { bullish: 'success', bearish: 'danger', neutral: 'neutral' }
export const BIAS_WAYS: Record<Bias, Way> = { bullish: 'up', bearish: 'down', neutral: 'flat' }
