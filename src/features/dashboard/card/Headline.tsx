import type { ReactNode } from 'react'
import type { ShownRecord } from '#src/analysis/records.ts'
import { useRecords } from '#src/app/services.ts'
import { FOCUSABLE } from '#src/ui/attributes.ts'
import { Tooltip } from '#src/ui/overlays/Tooltip.tsx'
import { figuresText, type Figures } from '#src/analysis/figures.ts'
import { conclusion, headline, headlineNote, headlineText, recordLine, recordWord } from './card.css.ts'

export interface HeadlineProps {
  readonly children: ReactNode
  /** On the right of the conclusion. */
  readonly note?: ReactNode
  /** The figures below, explained on hover and focus. */
  readonly figures: Figures
}

/** First line of a card: its conclusion. Explains the card's figures on hover and focus. */
export const Headline = ({ children, note, figures }: HeadlineProps) => (
  <Tooltip text={figuresText(figures)}>
    <p className={headline} data-testid="headline" {...FOCUSABLE}>
      <span className={headlineText}>{children}</span>
      {note === undefined ? null : <span className={headlineNote}>{note}</span>}
    </p>
  </Tooltip>
)

const UNSAID = ' cases'
const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The record, with the word that narrow cards leave out. */
function RecordText({ text }: Pick<ShownRecord, 'text'>) {
  const [before = '', after] = capitalize(text).split(UNSAID)
  return after === undefined ? (
    before
  ) : (
    <>
      {before}
      <span className={recordWord}>{UNSAID}</span>
      {after}
    </>
  )
}

export interface RecordHeadlineProps extends Pick<HeadlineProps, 'children' | 'figures'> {
  /** Undefined while none is loaded, and where none was counted. */
  readonly record: ShownRecord | undefined
}

/** First lines of a card: its conclusion, and how often such a conclusion came true. */
export function RecordHeadline({ children, figures, record }: RecordHeadlineProps) {
  const { isLoaded } = useRecords()
  const explained = record === undefined ? '' : `Record: ${record.text}. ${record.details} `
  return (
    <Tooltip text={explained + figuresText(figures)}>
      <div className={conclusion} data-testid="headline" {...FOCUSABLE}>
        <p className={headline}>
          <span className={headlineText}>{children}</span>
        </p>
        <p className={recordLine} data-figure="record">
          {record === undefined ? isLoaded ? 'No record of this' : '\u00A0' : <RecordText text={record.text} />}
        </p>
      </div>
    </Tooltip>
  )
}
