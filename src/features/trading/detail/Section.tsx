import { useId, type ReactNode } from 'react'
import * as css from './detail.css.ts'
import * as layout from '#src/ui/theme/layout.css.ts'

interface SectionProps {
  readonly title: string
  /** Explains the section: a `Help`, beside the title. */
  readonly help?: ReactNode
  readonly children: ReactNode
}

/** A titled section of the details. */
export function Section({ title, help, children }: SectionProps) {
  const id = useId()
  return (
    <section className={layout.stack[2]} aria-labelledby={id}>
      <div className={layout.wrap[2]}>
        <h3 id={id} className={css.title}>
          {title}
        </h3>
        {help}
      </div>
      {children}
    </section>
  )
}
