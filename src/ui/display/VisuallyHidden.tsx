import type { ReactNode } from 'react'
import { visuallyHidden } from './VisuallyHidden.css.ts'

/** Read by assistive technology, never painted. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={visuallyHidden}>{children}</span>
}
