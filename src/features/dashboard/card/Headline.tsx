import type { ReactNode } from 'react'
import { formatPercent } from '#src/ui/format/number.ts'
import { headlineNote as sureClass, headlineText, headline } from './card.css.ts'

export interface VerdictProps {
  readonly children: ReactNode
  /** 0 to 1. */
  readonly sure?: number | undefined
  /** Stands where there is no such figure. */
  readonly note?: ReactNode
}

/** In one line what a card thinks, and how sure it is. */
export const Verdict = ({ children, sure, note }: VerdictProps) => (
  <p className={headline} data-testid="verdict">
    <span className={headlineText}>{children}</span>
    <span className={sureClass}>{note ?? `${formatPercent(sure)} sure`}</span>
  </p>
)
