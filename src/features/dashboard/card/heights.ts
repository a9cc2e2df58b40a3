/** Head of a card: two lines, its padding and its border; the foot that one of them has. In px. */
const HEAD = 70
const FOOT = 45

/** Heights of the cards' bodies in px: what each of them needs at most, on the narrowest card. */
export const BODY_HEIGHTS = {
  structure: 800,
  patterns: 800,
  levels: 800,
  indicators: 340,
  confluence: 384,
} as const

/** Heights of whole cards in px, whatever their state and figures. */
export const CARD_HEIGHTS = {
  structure: HEAD + BODY_HEIGHTS.structure,
  patterns: HEAD + BODY_HEIGHTS.patterns,
  levels: HEAD + BODY_HEIGHTS.levels,
  indicators: HEAD + BODY_HEIGHTS.indicators + FOOT,
  confluence: HEAD + BODY_HEIGHTS.confluence,
} as const
