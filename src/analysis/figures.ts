import { FIGURE_KIND_LABELS, FIGURE_KINDS } from '#contract/figures.ts'
import { MEANINGS, UNKNOWN_CONFIDENCE, type Meaning } from './meanings.ts'

/** The figures of a card by label. */
export type Figures = Readonly<Record<string, Meaning>>

const NONE: Figures = {}
const UNKNOWN: Figures = { Confidence: UNKNOWN_CONFIDENCE }

/** The figures of a kind of stream; of an unknown analysis, its confidence. */
export function figuresOf(kind: string): Figures {
  if (kind === 'candles') return NONE
  return Object.entries(MEANINGS).find(([name]) => name === kind)?.[1] ?? UNKNOWN
}

/** The figures by kind, for a list: 'Evidence, not a probability', 'Confidence, Alignment'. */
export const figureRows = (figures: Figures) =>
  FIGURE_KINDS.map((kind) => ({
    label: FIGURE_KIND_LABELS[kind],
    meaning: { kind },
    value: Object.keys(figures)
      .filter((label) => figures[label]?.kind === kind)
      .join(', '),
  })).filter(({ value }) => value !== '')

/** 'Evidence, not a probability: Confidence, Alignment. Measurement: Momentum.' */
export const figuresText = (figures: Figures): string =>
  figureRows(figures)
    .map(({ label, value }) => `${label}: ${value}.`)
    .join(' ')

/** For messages as sent, whose fields have no labels. */
export const RAW_FIGURES =
  'As sent. Confidence is evidence, not a probability, unless the card of the stream says otherwise.'
