import { useEffect, useState, type ReactElement, type ReactNode } from 'react'
import type { RemoteData } from '#src/lib/remote-data.ts'
import { LOADING } from '../attributes.ts'
import { Button } from '../controls/Button.tsx'
import { formatExact } from '../format/time.ts'
import * as layout from '../theme/layout.css.ts'
import { Alert } from './Alert.tsx'
import { ErrorState } from './ErrorState.tsx'
import * as css from './EmptyState.css.ts'
import { Skeleton } from './Skeleton.tsx'
import { Spinner } from './Spinner.tsx'

export interface AsyncContentProps<T> {
  readonly data: RemoteData<T, string | { readonly text: string }> & { readonly reload: () => void }
  /** Placeholder while there is no value yet; a text is shown above skeleton lines. */
  readonly loading: string | ReactElement
  /** Error title; the reason is shown below it. */
  readonly failed: string
  /** Number of skeleton lines while loading. */
  readonly lines?: number | undefined
  /** Replaces the alert above the content after a failed reload. `at`: time of the shown value, unix ms. */
  readonly renderStale?: ((error: string, at: number | undefined) => ReactNode) | undefined
  readonly children: (value: T) => ReactNode
}

function LoadingLines({ text, lines }: { readonly text: string; readonly lines: number }) {
  return (
    <div className={css.loading} aria-busy="true" {...LOADING}>
      <output className={layout.loading}>
        <Spinner size="small" />
        {text}
      </output>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height="20px" />
      ))}
    </div>
  )
}

/** Not for answers that come at once: they would flicker. */
const DIM_AFTER_MS = 150

/**
 * Whether a value of the previous query has been shown for a while. A timer, as a delayed transition paints the whole content in
 * every frame of the delay.
 */
function useDimmed(isPrevious: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  if (!isPrevious && isLate) setIsLate(false)
  useEffect(() => {
    if (!isPrevious) return undefined
    const timer = setTimeout(() => setIsLate(true), DIM_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isPrevious])
  return isPrevious && isLate
}

/** Loading, error with Retry, or content; content with an error above it if a reload failed. */
export function AsyncContent<T>({ data, loading, failed, lines = 4, renderStale, children }: AsyncContentProps<T>) {
  const { value, at, isLoading, isPrevious, reload } = data
  const isDimmed = useDimmed(isPrevious)
  const error = typeof data.error === 'object' ? data.error.text : data.error
  if (value === undefined && error !== undefined)
    return (
      <ErrorState message={failed} onRetry={reload} busy={isLoading}>
        <p>{error}</p>
      </ErrorState>
    )
  if (value === undefined)
    return typeof loading === 'string' ? (
      <LoadingLines text={loading} lines={lines} />
    ) : (
      <div className={css.placeholder} {...LOADING}>
        {loading}
      </div>
    )
  const showStale =
    renderStale ??
    (() => (
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
    ))
  return (
    <div className={css.stack}>
      {error === undefined ? null : showStale(error, at)}
      <div className={css.content} aria-busy={isLoading} data-previous={isDimmed}>
        {children(value)}
      </div>
    </div>
  )
}
