import type { Overlay } from './overlay.ts'

/** What the analysis found, and what one's own strategies decided, at the candles it happened on. */
export const patterns: Overlay = { id: 'patterns', label: 'Patterns', marks: 'pattern' }
export const structureBreaks: Overlay = { id: 'breaks', label: 'Structure breaks', marks: 'break' }
export const divergences: Overlay = { id: 'divergences', label: 'Divergences', marks: 'divergence' }
export const decisions: Overlay = { id: 'decisions', label: 'My decisions', marks: 'decision' }
