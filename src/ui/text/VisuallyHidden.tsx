import type { ReactNode } from 'react'
import * as css from './VisuallyHidden.css.ts'

/** Text for assistive technology only. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={css.visuallyHidden}>{children}</span>
}
