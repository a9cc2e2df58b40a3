import type { ReactNode } from 'react'
import * as css from './VisuallyHidden.css.ts'

/** Read by assistive technology, never painted. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={css.visuallyHidden}>{children}</span>
}
