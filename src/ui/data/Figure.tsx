import type { ReactNode } from 'react'
import { meaningProps, type FigureMeaning } from './meaning.ts'

export interface FigureProps {
  readonly meaning: FigureMeaning
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A figure within text, with its meaning on hover. */
export const Figure = ({ meaning, className, children }: FigureProps) => (
  <span className={className} {...meaningProps(meaning)}>
    {children}
  </span>
)
