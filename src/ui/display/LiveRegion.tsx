import type { ReactNode } from 'react'
import { visuallyHidden } from './VisuallyHidden.css.ts'

export interface LiveRegionProps {
  /** What is read out when it changes; keep it to what the user asked for or must know. */
  readonly children: ReactNode
  /** Interrupts what is being read. For losses and dangers only. */
  readonly assertive?: boolean | undefined
}

/** Unpainted text that is read out whenever it changes. Must be mounted before its text changes. */
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
