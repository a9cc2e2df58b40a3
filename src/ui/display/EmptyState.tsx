import type { ReactNode } from 'react'
import * as css from './EmptyState.css.ts'

export interface EmptyStateProps {
  readonly title: string
  /** What would fill it, or what to do. */
  readonly children?: ReactNode
  readonly icon?: ReactNode
  readonly action?: ReactNode
}

/** Nothing is there, and nothing is wrong. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className={css.state}>
      {icon}
      <p className={css.title}>{title}</p>
      {children === undefined ? null : <div className={css.hint}>{children}</div>}
      {action}
    </div>
  )
}
