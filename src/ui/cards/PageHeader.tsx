import type { ReactNode } from 'react'
import { BRAND } from '#contract/brand.ts'
import { cx } from '../cx.ts'
import * as css from './PageHeader.css.ts'
import * as layout from '../theme/layout.css.ts'

export interface PageHeaderProps {
  readonly title: string
  readonly subtitle?: string | undefined
  readonly actions?: ReactNode
  /** Actions that narrow windows have no room for are scrolled to, instead of standing in further lines. */
  readonly scrollsActions?: boolean | undefined
  /** A choice that belongs to the whole page: after the actions, on narrow windows below them. */
  readonly bar?: ReactNode
  /** Title of the browser tab; defaults to `title`. */
  readonly documentTitle?: string | undefined
}

/** The screen's h1 and document title. */
export function PageHeader(props: PageHeaderProps) {
  const { title, subtitle, actions, bar, scrollsActions = false, documentTitle = title } = props
  return (
    <header className={css.header}>
      <title>{`${BRAND} · ${documentTitle}`}</title>
      <div className={css.titles}>
        <h1 className={css.title}>{title}</h1>
        {subtitle === undefined ? null : <p className={cx(layout.muted, css.subtitle)}>{subtitle}</p>}
      </div>
      {actions === undefined ? null : <div className={cx(css.actions, scrollsActions && css.inOneLine)}>{actions}</div>}
      {bar === undefined ? null : <div className={css.bar}>{bar}</div>}
    </header>
  )
}
