import type { Tone } from '#src/ui/theme/palettes.ts'

const STRONG = 0.66
const FAIR = 0.33

/** Tone of a strength from 0 to 1: green, yellow, red. */
export const strengthTone = (score: number): Tone =>
  score >= STRONG ? 'success' : score >= FAIR ? 'warning' : 'danger'
