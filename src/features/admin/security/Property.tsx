import type { ReactNode } from 'react'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './security.css.ts'

/** A field and its value in the details of a row. */
export const Property = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={css.property}>
    <dt className={layout.muted}>{label}</dt>
    <dd className={css.value}>{children}</dd>
  </div>
)
