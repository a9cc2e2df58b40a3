import type { ReactNode } from 'react'
import { cx } from '#src/ui/cx.ts'
import * as css from './factors.css.ts'

interface FactorRowProps {
  readonly name: string
  readonly text: string
  readonly badge?: ReactNode
  /** Belongs to the row above. */
  readonly isNested?: boolean
  /** Buttons. */
  readonly children: ReactNode
}

/** A factor with what is known of it, and its buttons. */
export function FactorRow({ name, text, badge, isNested = false, children }: FactorRowProps) {
  return (
    <section className={cx(css.row, isNested && css.nested)} aria-label={name}>
      <div className={css.texts}>
        <h3 className={css.name}>
          {name} {badge}
        </h3>
        <p className={css.about}>{text}</p>
      </div>
      <div className={css.buttons}>{children}</div>
    </section>
  )
}
