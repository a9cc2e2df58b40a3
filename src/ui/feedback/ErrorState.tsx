import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import * as css from './EmptyState.css.ts'

export interface ErrorStateProps {
  /** What failed. */
  readonly message: string
  /** The reason, or what the user can do. */
  readonly children?: ReactNode
  readonly onRetry?: (() => void) | undefined
  readonly retryText?: string | undefined
  readonly busy?: boolean | undefined
}

/** Placeholder for a panel that failed to load. */
export function ErrorState({ message, children, onRetry, retryText = 'Retry', busy }: ErrorStateProps) {
  return (
    <div className={css.state} role="alert">
      <CircleAlert size={20} aria-hidden="true" />
      <p className={css.failed}>{message}</p>
      {children === undefined ? null : <div className={css.hint}>{children}</div>}
      {onRetry === undefined ? null : (
        <Button size="small" onClick={onRetry} busy={busy}>
          {retryText}
        </Button>
      )}
    </div>
  )
}
