/** Above and below a body's content together, in px. */
export const BODY_PADDING = 32
/** Head of a card and the foot that one of them has, with their borders, in px. */
const HEAD = 68
const FOOT = 45

/** Heights of a card's body in px. */
export interface BodyHeights {
  /** In every state and with any figures: what the card needs at most, where it is narrowest. */
  readonly least: number
  /** How far its blocks are spread in a higher band. No further: what somebody opens beside it must not move them. */
  readonly spread: number
}

export const BODIES = {
  structure: { least: 770, spread: 842 },
  patterns: { least: 812, spread: 842 },
  levels: { least: 842, spread: 842 },
  indicators: { least: 316, spread: 344 },
  confluence: { least: 390, spread: 397 },
} as const satisfies Record<string, BodyHeights>

/** Heights of whole cards in px, whatever their state and figures. */
export const CARD_HEIGHTS = {
  structure: HEAD + BODIES.structure.least,
  patterns: HEAD + BODIES.patterns.least,
  levels: HEAD + BODIES.levels.least,
  indicators: HEAD + BODIES.indicators.least + FOOT,
  confluence: HEAD + BODIES.confluence.least,
} as const
