import type { ReactNode } from 'react'
import { formatPercent } from '#src/ui/format/number.ts'
import { confidenceWord, headline, headlineNote, headlineText } from './card.css.ts'

export interface HeadlineProps {
  readonly children: ReactNode
  /** 0 to 1. */
  readonly confidence?: number | undefined
  /** Replaces the confidence where there is none. */
  readonly note?: ReactNode
}

/** First line of a card: its conclusion and the confidence. */
export const Headline = ({ children, confidence, note }: HeadlineProps) => (
  <p className={headline} data-testid="headline">
    <span className={headlineText}>{children}</span>
    <span className={headlineNote}>
      {note ?? (
        <>
          {formatPercent(confidence)}
          <span className={confidenceWord}> confidence</span>
        </>
      )}
    </span>
  </p>
)
