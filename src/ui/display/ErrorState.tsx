import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import * as css from './EmptyState.css.ts'

export interface ErrorStateProps {
  /** The message, as the catalogue words it. */
  readonly message: string
  /** What the user can do, or what happens by itself. */
  readonly children?: ReactNode
  readonly onRetry?: (() => void) | undefined
  readonly retryText?: string | undefined
  readonly busy?: boolean | undefined
}

/** Something failed here; the rest of the page is not affected. */
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
