import type { ReactNode } from 'react'
import { BRAND } from '#contract/brand.ts'
import * as css from './PageHeader.css.ts'
import * as layout from '../theme/layout.css.ts'

export interface PageHeaderProps {
  readonly title: string
  readonly subtitle?: string | undefined
  readonly actions?: ReactNode
  /** Title of the browser tab; defaults to `title`. */
  readonly documentTitle?: string | undefined
}

/** The screen's h1 and document title. */
export function PageHeader({ title, subtitle, actions, documentTitle = title }: PageHeaderProps) {
  return (
    <header className={css.header}>
      <title>{`${BRAND} · ${documentTitle}`}</title>
      <div>
        <h1 className={css.title}>{title}</h1>
        {subtitle === undefined ? null : <p className={layout.muted}>{subtitle}</p>}
      </div>
      {actions === undefined ? null : <div className={css.actions}>{actions}</div>}
    </header>
  )
}
