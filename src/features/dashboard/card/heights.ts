/** Above and below a body's content together, in px. */
export const BODY_PADDING = 32
/** Head of a card and the foot that one of them has, with their borders, in px. */
const HEADER = 68
const FOOTER = 45

/** Heights of a card's body in px. */
export interface BodyHeights {
  /** In every state and with any figures: what the card needs at most, where it is narrowest. */
  readonly minHeight: number
  /** How far its blocks are spread in a higher band. No further: what somebody opens beside it must not move them. */
  readonly maxHeight: number
}

export const BODY_HEIGHTS = {
  structure: { minHeight: 770, maxHeight: 842 },
  patterns: { minHeight: 812, maxHeight: 842 },
  levels: { minHeight: 842, maxHeight: 842 },
  indicators: { minHeight: 316, maxHeight: 344 },
  confluence: { minHeight: 390, maxHeight: 397 },
} as const satisfies Record<string, BodyHeights>

/** Heights of whole cards in px, whatever their state and figures. */
export const CARD_HEIGHTS = {
  structure: HEADER + BODY_HEIGHTS.structure.minHeight,
  patterns: HEADER + BODY_HEIGHTS.patterns.minHeight,
  levels: HEADER + BODY_HEIGHTS.levels.minHeight,
  indicators: HEADER + BODY_HEIGHTS.indicators.minHeight + FOOTER,
  confluence: HEADER + BODY_HEIGHTS.confluence.minHeight,
} as const
