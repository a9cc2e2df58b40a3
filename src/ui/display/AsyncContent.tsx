import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { formatExact } from '../format/time.ts'
import * as layout from '../theme/layout.css.ts'
import { Alert } from './Alert.tsx'
import { ErrorState } from './ErrorState.tsx'
import * as css from './AsyncContent.css.ts'
import { Skeleton } from './Skeleton.tsx'
import { Spinner } from './Spinner.tsx'

export interface AsyncContentProps<T> {
  readonly resource: {
    readonly value: T | undefined
    /** When the value was loaded, unix ms. */
    readonly at: number | undefined
    readonly isLoading: boolean
    /** The value belongs to the previous request while the next one is loading. */
    readonly isPrevious: boolean
    readonly error: string | undefined
    readonly reload: () => void
  }
  /** Text while there is no value yet. */
  readonly loading: string
  /** Error title; the reason is shown below it. */
  readonly failed: string
  /** Number of skeleton lines while loading. */
  readonly lines?: number | undefined
  readonly children: (value: T) => ReactNode
}

/** Loading, error with Retry, or content; content with an error above it if a reload failed. */
export function AsyncContent<T>({ resource, loading, failed, lines = 4, children }: AsyncContentProps<T>) {
  const { value, at, isLoading, isPrevious, error, reload } = resource
  if (value === undefined && error !== undefined)
    return (
      <ErrorState message={failed} onRetry={reload} busy={isLoading}>
        <p>{error}</p>
      </ErrorState>
    )
  if (value === undefined)
    return (
      <div className={css.loading} aria-busy="true">
        <output className={layout.loading}>
          <Spinner size="small" />
          {loading}
        </output>
        {Array.from({ length: lines }, (_, line) => (
          <Skeleton key={line} height="20px" />
        ))}
      </div>
    )
  return (
    <div className={css.stack}>
      {error === undefined ? null : (
        <Alert
          tone="danger"
          title={failed}
          action={
            <Button size="small" onClick={reload} busy={isLoading}>
              Retry
            </Button>
          }
        >
          <p>{error}</p>
          {at === undefined ? null : <p>Showing data from {formatExact(at)}.</p>}
        </Alert>
      )}
      <div className={css.content} aria-busy={isLoading} data-previous={isPrevious}>
        {children(value)}
      </div>
    </div>
  )
}
