import type { ReactNode } from 'react'
import { formatPercent } from '#src/ui/format/number.ts'
import { headlineNote, headlineText, headline } from './card.css.ts'

export interface HeadlineProps {
  readonly children: ReactNode
  /** 0 to 1. */
  readonly confidence?: number | undefined
  /** Stands where there is no such figure. */
  readonly note?: ReactNode
}

/** In one line what a card thinks, and how sure it is. */
export const Headline = ({ children, confidence, note }: HeadlineProps) => (
  <p className={headline} data-testid="headline">
    <span className={headlineText}>{children}</span>
    <span className={headlineNote}>{note ?? `${formatPercent(confidence)} confidence`}</span>
  </p>
)
