import { FIGURE_KIND_LABELS, type FigureKind } from '#contract/figures.ts'

/** What a figure says. Every component that shows one takes it, so that none is shown without its kind. */
export interface FigureMeaning {
  readonly kind: FigureKind
  /** Of what, in a sentence. */
  readonly says?: string | undefined
  /** How often it came true, if that was counted. */
  readonly record?: string | undefined
}

/** 'Evidence, not a probability. The share of … Record: right in 46 of 100 …' */
export const meaningText = ({ kind, says, record }: FigureMeaning): string =>
  [`${FIGURE_KIND_LABELS[kind]}.`, says, record === undefined ? undefined : `Record: ${record}.`]
    .filter((part) => part !== undefined)
    .join(' ')

/** Attributes of an element that shows a figure: its meaning on hover, and for assistive technology. */
export const meaningProps = (meaning: FigureMeaning) => {
  const text = meaningText(meaning)
  return { title: text, 'aria-description': text, 'data-figure': meaning.kind }
}
