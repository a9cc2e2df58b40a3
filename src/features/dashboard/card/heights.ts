/** Above and below a body's content together, in px. */
export const BODY_PADDING = 32
/** Head of a card and the foot that one of them has, with their borders, in px. */
const HEAD = 68
const FOOT = 45

/** Heights of the cards' bodies in px: what each of them needs at most, on the narrowest card. */
export const BODY_HEIGHTS = {
  structure: 770,
  patterns: 812,
  levels: 842,
  indicators: 316,
  confluence: 390,
} as const

/** Heights of whole cards in px, whatever their state and figures. */
export const CARD_HEIGHTS = {
  structure: HEAD + BODY_HEIGHTS.structure,
  patterns: HEAD + BODY_HEIGHTS.patterns,
  levels: HEAD + BODY_HEIGHTS.levels,
  indicators: HEAD + BODY_HEIGHTS.indicators + FOOT,
  confluence: HEAD + BODY_HEIGHTS.confluence,
} as const
