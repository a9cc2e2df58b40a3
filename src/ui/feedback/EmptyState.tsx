import type { ReactNode } from 'react'
import * as css from './EmptyState.css.ts'

export interface EmptyStateProps {
  readonly title: string
  /** What would appear here, or what to do. */
  readonly children?: ReactNode
  readonly icon?: ReactNode
  readonly action?: ReactNode
}

/** Placeholder for an empty list or panel. */
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
