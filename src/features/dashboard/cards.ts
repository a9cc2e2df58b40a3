import type { ANALYSIS_CATEGORY, INDICATOR_CATEGORY } from '#contract/payloads/streams.ts'
import type { ScoreKind } from '#contract/score-card/schema.ts'

// Part of the initial bundle: values only, so that addresses and the palette name cards without loading them.

/** What is known of a card before its code is loaded. Heights are in px. */
interface CardDeclaration {
  readonly title: string
  /** Title of the dialog with its raw message, where it is another. */
  readonly dialogTitle?: string
  readonly category: typeof ANALYSIS_CATEGORY | typeof INDICATOR_CATEGORY
  /** Names of its stream, including those other servers use; without any, it is named by the chart's timeframe. */
  readonly names?: readonly string[]
  /** Body needed with the largest content at the narrowest width; used in every state. */
  readonly minHeight: number
  /** The same in the width of two columns. */
  readonly wideHeight?: number
  /** Body over which the blocks spread in a taller band, so that expanding another card does not move them. */
  readonly maxHeight: number
  readonly footerHeight?: number
  /** What of it is scored, the first of them in the card itself. */
  readonly scored?: readonly ScoreKind[]
}

const DECLARED = {
  structure: {
    title: 'Market Structure',
    category: 'analysis',
    names: ['market_structure'],
    minHeight: 722,
    maxHeight: 890,
    scored: ['regime', 'break'],
  },
  patterns: {
    title: 'Pattern Recognition',
    dialogTitle: 'Patterns',
    category: 'analysis',
    names: ['consolidated_patterns', 'pattern_analysis'],
    minHeight: 868,
    wideHeight: 516,
    maxHeight: 890,
    scored: ['pattern'],
  },
  levels: {
    title: 'Support & Resistance',
    dialogTitle: 'Support and Resistance',
    category: 'analysis',
    names: ['support_resistance'],
    minHeight: 890,
    maxHeight: 890,
    scored: ['level'],
  },
  indicators: {
    title: 'Technical Indicators',
    category: 'technical_indicators',
    minHeight: 316,
    maxHeight: 344,
    footerHeight: 45,
  },
  confluence: {
    title: 'Cross-Timeframe Confluence',
    category: 'analysis',
    names: ['cross_timeframe_analysis', 'cross_timeframe_analysis_v2'],
    minHeight: 458,
    maxHeight: 458,
  },
} as const satisfies Record<string, CardDeclaration>

/** Stored in preferences, and part of addresses: never change one. */
export type CardName = keyof typeof DECLARED
/** The analysis cards, in their order on the page. */
export const CARDS: Readonly<Record<CardName, CardDeclaration>> = DECLARED

export const isCardName = (text: unknown): text is CardName => typeof text === 'string' && Object.hasOwn(CARDS, text)
export const CARD_NAMES: readonly CardName[] = Object.keys(CARDS).filter(isCardName)

/** A part of the dashboard that has a place in its grid. */
export type Slot = CardName | 'chart' | 'matrix' | 'models' | 'comparison'

/** What stands where, from a width of the dashboard (px) on. */
interface Grid {
  readonly from: number
  readonly columns: string
  readonly areas: readonly (readonly Slot[])[]
}

type SlotsOf<Areas extends Grid['areas']> = Areas[number][number]
/** Only with a place for every slot. */
const grid = <const Areas extends Grid['areas']>(
  from: number,
  columns: string,
  areas: Areas & ([Slot] extends [SlotsOf<Areas>] ? unknown : { readonly missing: Exclude<Slot, SlotsOf<Areas>> }),
): Grid => ({ from, columns, areas })

/**
 * The chart first, then bands of cards of equal height, so that no column has a gap: one column in the order of the page, two,
 * three below a chart of full width, and four with two cards beside the chart. Where a card spans rows, expanding its content
 * only makes the last row higher. The comparison is last, so that nothing moves when it cannot be reached.
 */
export const GRIDS = {
  two: grid(640, 'repeat(2, minmax(0, 1fr))', [
    ['chart', 'chart'],
    ['matrix', 'matrix'],
    ['structure', 'patterns'],
    ['levels', 'indicators'],
    ['levels', 'confluence'],
    ['models', 'models'],
    ['comparison', 'comparison'],
  ]),
  three: grid(1020, 'repeat(3, minmax(0, 1fr))', [
    ['chart', 'chart', 'chart'],
    ['matrix', 'matrix', 'matrix'],
    ['indicators', 'structure', 'levels'],
    ['confluence', 'structure', 'levels'],
    ['patterns', 'patterns', 'models'],
    ['comparison', 'comparison', 'comparison'],
  ]),
  four: grid(1560, 'repeat(3, minmax(0, 1fr)) minmax(0, 1.25fr)', [
    ['chart', 'chart', 'chart', 'matrix'],
    ['chart', 'chart', 'chart', 'confluence'],
    ['indicators', 'structure', 'levels', 'patterns'],
    ['models', 'structure', 'levels', 'patterns'],
    ['comparison', 'comparison', 'comparison', 'comparison'],
  ]),
} as const

/** What is looked at all day, where the chart has its full width: the chart, where all sources point, and the levels. */
export const FOCUS = {
  from: GRIDS.three.from,
  columns: 'minmax(0, 2.4fr) minmax(0, 1fr)',
  areas: [
    ['chart', 'levels'],
    ['matrix', 'levels'],
  ],
} as const satisfies Grid

/** Vertical padding of a card's body, in px. */
export const BODY_PADDING = 32
/** Header of a card with borders, in px. */
export const HEADER = 50
/** Total height of a card in px, whatever its state and content. */
export const cardHeight = (name: CardName): number => {
  const { minHeight, footerHeight = 0 } = CARDS[name]
  return HEADER + minHeight + footerHeight
}
