/** Vertical padding of a card's body, in px. */
export const BODY_PADDING = 32
/** Header of a card and the footer that one of them has, with borders, in px. */
export const HEADER = 50
const FOOTER = 45

/** Heights of a card's body in px. */
export interface BodyHeights {
  /** Height needed with the largest content at the narrowest width; used in every state. */
  readonly minHeight: number
  /**
   * Maximum height over which the blocks spread in a taller band, so that expanding another card does not move them.
   */
  readonly maxHeight: number
}

export const BODY_HEIGHTS = {
  structure: { minHeight: 722, maxHeight: 890 },
  patterns: { minHeight: 844, maxHeight: 890 },
  levels: { minHeight: 890, maxHeight: 890 },
  indicators: { minHeight: 316, maxHeight: 344 },
  confluence: { minHeight: 458, maxHeight: 458 },
} as const satisfies Record<string, BodyHeights>

/** Minimum height of the body of the patterns in two columns, in px. */
export const WIDE_PATTERNS_HEIGHT = 492

/** Total heights of the cards in px, independent of state and content. */
export const CARD_HEIGHTS = {
  structure: HEADER + BODY_HEIGHTS.structure.minHeight,
  patterns: HEADER + BODY_HEIGHTS.patterns.minHeight,
  levels: HEADER + BODY_HEIGHTS.levels.minHeight,
  indicators: HEADER + BODY_HEIGHTS.indicators.minHeight + FOOTER,
  confluence: HEADER + BODY_HEIGHTS.confluence.minHeight,
} as const
