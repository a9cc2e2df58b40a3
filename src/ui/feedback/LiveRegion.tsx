import type { ReactNode } from 'react'
import { visuallyHidden } from '../text/VisuallyHidden.css.ts'

export interface LiveRegionProps {
  /** Announced when it changes; limit it to what the user asked for or must know. */
  readonly children: ReactNode
  /** Interrupts the screen reader. For losses and dangers only. */
  readonly assertive?: boolean | undefined
}

/** Visually hidden text that is announced on change. Must be mounted before its text changes. */
export function LiveRegion({ children, assertive = false }: LiveRegionProps) {
  return (
    <div
      className={visuallyHidden}
      role={assertive ? 'alert' : 'status'}
      aria-live={assertive ? 'assertive' : 'polite'}
    >
      {children}
    </div>
  )
}
