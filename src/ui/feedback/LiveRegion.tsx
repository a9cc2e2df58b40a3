import { type ReactNode, useState } from 'react'
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

/** Text for a live region and a setter. A repeated text gets a trailing space, so that screen readers announce it again. */
export function useLiveAnnouncer(): readonly [announcement: string, announce: (text: string) => void] {
  const [announcement, setAnnouncement] = useState('')
  return [announcement, (text) => setAnnouncement((previous) => (previous === text ? `${text}\u00A0` : text))]
}
