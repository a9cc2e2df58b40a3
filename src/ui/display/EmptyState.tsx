import type { ReactNode } from 'react'
import { hint, state, title as titleClass } from './EmptyState.css.ts'

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
    <div className={state}>
      {icon}
      <p className={titleClass}>{title}</p>
      {children === undefined ? null : <div className={hint}>{children}</div>}
      {action}
    </div>
  )
}
