import { useId, type ReactNode } from 'react'
import * as css from './detail.css.ts'
import * as layout from '#src/ui/theme/layout.css.ts'

/** A titled section of the details. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className={layout.stack[2]} aria-labelledby={id}>
      <h3 id={id} className={css.title}>
        {title}
      </h3>
      {children}
    </section>
  )
}
