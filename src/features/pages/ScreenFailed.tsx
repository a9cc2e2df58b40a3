import { ErrorState } from '#src/ui/feedback/ErrorState.tsx'

export interface ScreenFailedProps {
  readonly onRetry: () => void
}

/** Shown in place of a screen that failed to load or render. */
export function ScreenFailed({ onRetry }: ScreenFailedProps) {
  return (
    <ErrorState message="This screen could not be loaded." onRetry={onRetry}>
      The connection may be lost, or a new version is being rolled out. If retrying does not help, reload the page.
    </ErrorState>
  )
}
