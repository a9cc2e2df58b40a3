import type { Bias } from '#contract/analysis/fields.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import type { Trend } from './summary.ts'

export const BIAS_TONES: Record<Bias, Tone> = { bullish: 'success', bearish: 'danger', neutral: 'neutral' }
export const BIAS_TRENDS: Record<Bias, Trend> = { bullish: 'up', bearish: 'down', neutral: 'flat' }
