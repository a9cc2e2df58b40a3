import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { formatExact } from '../format/time.ts'
import { Alert } from './Alert.tsx'
import { ErrorState } from './ErrorState.tsx'
import * as css from './AsyncContent.css.ts'
import { loading as loadingClass } from './Card.css.ts'
import { Skeleton } from './Skeleton.tsx'
import { Spinner } from './Spinner.tsx'

export interface AsyncContentProps<T> {
  readonly resource: {
    readonly value: T | undefined
    /** When the value came, unix ms. */
    readonly at: number | undefined
    readonly isLoading: boolean
    /** The value answers an earlier question than the one that is being asked. */
    readonly isPrevious: boolean
    readonly error: string | undefined
    readonly reload: () => void
  }
  /** Read while there is nothing yet. */
  readonly loading: string
  /** What failed, as the catalogue words it; why stands below. */
  readonly failed: string
  /** Lines that stand for what is on its way. */
  readonly lines?: number | undefined
  readonly children: (value: T) => ReactNode
}

/** Something that is loaded: on its way, failed with Retry, there, or there but older than it should be. */
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
        <output className={loadingClass}>
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
          {at === undefined ? null : <p>What is shown is from {formatExact(at)}.</p>}
        </Alert>
      )}
      <div className={css.content} aria-busy={isLoading} data-previous={isPrevious}>
        {children(value)}
      </div>
    </div>
  )
}
